// Your first planes bot in Java. Compile it and watch it play, then make it better:
//
//     javac -d build Main.java
//     sandlot play planes "cmd:java -cp build Main" random
//
// First comes "place", the board's size, and 1 if you shoot first, else 2. The answer is three planes as nine numbers,
// x y d each: row and column, from 1, of the top-left cell of a plane's box, and where its head points: 0 up, 1 left, 2
// down, 3 right. Before every shot comes "shoot", then your last shot and what it found, then the other's: x y found
// each, found being 0 empty, 1 body, 2 head, and 0 0 -1 where there was no shot yet. The answer is a cell, x y.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

public class Main {
    static final int[][] STEPS = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};
    static final int UNKNOWN = -1, BODY = 1;

    final Random random = new Random();
    int size = 9;
    int[][] found; // what is known of the other's board, with a rim around it

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        Main bot = new Main();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.trim().split(" ");
            System.out.println(words[0].equals("place") ? bot.place(words) : bot.shoot(words));
            System.out.flush(); // what stays in a buffer is never heard
        }
    }

    String place(String[] words) {
        size = Integer.parseInt(words[1]);
        found = new int[size + 2][size + 2];
        for (int[] row : found) Arrays.fill(row, UNKNOWN);
        return "1 1 0 4 4 1 1 5 2";
    }

    String shoot(String[] words) {
        int[] last = new int[3];
        for (int k = 0; k < 3; k++) last[k] = Integer.parseInt(words[k + 1]);
        if (last[2] != UNKNOWN) found[last[0]][last[1]] = last[2];

        List<String> near = new ArrayList<>(), all = new ArrayList<>();
        for (int x = 1; x <= size; x++)
            for (int y = 1; y <= size; y++) {
                if (found[x][y] != UNKNOWN) continue;
                all.add(x + " " + y);
                for (int[] step : STEPS) if (found[x + step[0]][y + step[1]] == BODY) near.add(x + " " + y);
            }
        List<String> cells = near.isEmpty() ? all : near; // next to a hit there is more of the plane
        return cells.get(random.nextInt(cells.size()));
    }
}
