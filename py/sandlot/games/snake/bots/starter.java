// Your first Snake bot in Java. Compile it and watch it play, then make it better:
//
//     javac -d build Main.java
//     sandlot play snake "cmd:java -cp build Main" cautious
//
// For every turn a line comes in: the map row by row, 1 an obstacle, then where your snake began (row and column, from
// 0) and its steps so far, then the same of the other one. A line goes out: 0 up, 1 right, 2 down or 3 left.
//
//     MAP#row#column#(steps)#row#column#(steps)
//
// Have you a bot from King of Bots or Bots ZiMei? This writes a main that asks it as it is:
//
//     sandlot new snake Main.java --asks Bot.java

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;

public class Main {
    static final int ROWS = 13, COLUMNS = 14;
    static final int[] DOWN = {-1, 0, 1, 0}, RIGHT = {0, 1, 0, -1};

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            int direction = new Main().nextMove(line);
            System.out.println(direction);
            System.out.flush(); // what stays in a buffer is never heard
        }
    }

    public Integer nextMove(String input) {
        String[] parts = input.trim().split("#");
        boolean[][] taken = new boolean[ROWS][COLUMNS];
        for (int k = 0; k < ROWS * COLUMNS; k++) taken[k / COLUMNS][k % COLUMNS] = parts[0].charAt(k) == '1';
        List<int[]> mine = body(parts[1], parts[2], parts[3]), other = body(parts[4], parts[5], parts[6]);
        for (int[] cell : mine) taken[cell[0]][cell[1]] = true;
        for (int[] cell : other) taken[cell[0]][cell[1]] = true;

        int[] head = mine.get(mine.size() - 1);
        int best = 0, mostRoom = -1;
        for (int direction = 0; direction < 4; direction++) {
            int row = head[0] + DOWN[direction], column = head[1] + RIGHT[direction];
            if (!free(taken, row, column)) continue;
            int room = 0; // how many of the cells around are free
            for (int k = 0; k < 4; k++) if (free(taken, row + DOWN[k], column + RIGHT[k])) room++;
            if (room > mostRoom) {
                best = direction;
                mostRoom = room;
            }
        }
        return best;
    }

    // The cells of a snake, its head last. Its tail stays on steps 1 to 10, and then on every third one.
    List<int[]> body(String row, String column, String steps) {
        int i = Integer.parseInt(row), j = Integer.parseInt(column);
        List<int[]> cells = new ArrayList<>(List.of(new int[] {i, j}));
        for (int step = 1; step < steps.length() - 1; step++) { // between the brackets
            int direction = steps.charAt(step) - '0';
            i += DOWN[direction];
            j += RIGHT[direction];
            cells.add(new int[] {i, j});
            if (step > 10 && step % 3 != 1) cells.remove(0);
        }
        return cells;
    }

    boolean free(boolean[][] taken, int row, int column) {
        return row >= 0 && row < ROWS && column >= 0 && column < COLUMNS && !taken[row][column];
    }
}
