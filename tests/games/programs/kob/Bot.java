package com.kob.botrunningsystem.utils;

import java.io.File;
import java.io.FileNotFoundException;
import java.util.Scanner;
import java.util.function.Supplier;

// A bot as its platform keeps it: a class that is made anew for every step and asked by get(), which finds the position
// in input.txt. It goes up as long as it can, then right, down, left.
public class Bot implements Supplier<Integer> {
    private static final int ROWS = 13, COLUMNS = 14;

    public Integer nextMove(String input) {
        String[] parts = input.split("#");
        boolean[][] wall = new boolean[ROWS][COLUMNS];
        for (int at = 0; at < ROWS * COLUMNS; at++) wall[at / COLUMNS][at % COLUMNS] = parts[0].charAt(at) != '0';
        int[] head = walk(wall, parts, 1);
        walk(wall, parts, 4);
        int[] down = {-1, 0, 1, 0}, right = {0, 1, 0, -1};
        for (int d = 0; d < 4; d++) {
            int x = head[0] + down[d], y = head[1] + right[d];
            if (x >= 0 && x < ROWS && y >= 0 && y < COLUMNS && !wall[x][y]) return d;
        }
        return 0;
    }

    // Mark every cell that a snake has been on, and return the last.
    private int[] walk(boolean[][] wall, String[] parts, int first) {
        int x = Integer.parseInt(parts[first]), y = Integer.parseInt(parts[first + 1]);
        wall[x][y] = true;
        for (char step : parts[first + 2].replaceAll("[()]", "").toCharArray()) {
            x += step == '0' ? -1 : step == '2' ? 1 : 0;
            y += step == '3' ? -1 : step == '1' ? 1 : 0;
            wall[x][y] = true;
        }
        return new int[] {x, y};
    }

    @Override
    public Integer get() {
        try (Scanner scanner = new Scanner(new File("input.txt"))) {
            return nextMove(scanner.next());
        } catch (FileNotFoundException e) {
            throw new RuntimeException(e);
        }
    }
}
