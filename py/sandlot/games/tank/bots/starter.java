// Your first Tank bot in Java, in the protocol of Botzone. Compile it and watch it play, then make it better:
//
//     javac -d build Main.java
//     sandlot play tank "cmd:java -cp build Main" random
//
// The first line that comes in is JSON with all requests so far; the first request holds the bricks and your side, 0
// (blue, above) or 1 (red, below):
//
//     {"requests":[{"field":[10,20,30],"mySide":0}],"responses":[],...}
//
// An answer that is followed by the keep-running line keeps the program alive. Then every turn brings one line with the
// orders of the other side's tanks, as [-1,4]. The answer is one order for each of your tanks: -1 stay, 0 to 3 move
// up, right, down, left, 4 to 7 shoot in these directions. A tank may not shoot on two turns running.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class Main {
    static final Pattern NUMBER = Pattern.compile("-?\\d+");

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        String line = in.readLine();
        List<Integer> field = numbers(line.substring(line.indexOf("\"field\""))).subList(0, 3); // 27 cells in each
        int side = numbers(line.substring(line.indexOf("\"mySide\""))).get(0);
        int ahead = side == 0 ? 2 : 0; // down or up
        for (int turn = 1; line != null; turn++) {
            int order = turn % 2 == 1 ? ahead + 4 : -1; // shoot, then wait for the gun
            System.out.println("{\"response\":[" + order + "," + order + "]}");
            System.out.println(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<");
            System.out.flush(); // what stays in a buffer is never heard
            line = in.readLine(); // what the other side has just ordered: numbers(line)
        }
    }

    // All whole numbers in a text.
    static List<Integer> numbers(String text) {
        List<Integer> found = new ArrayList<>();
        for (Matcher matcher = NUMBER.matcher(text); matcher.find(); ) found.add(Integer.parseInt(matcher.group()));
        return found;
    }
}
