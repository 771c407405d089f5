// Your first generals bot in Java. Compile it and watch it play, then make it better:
//
//     javac -d build Main.java
//     sandlot play generals "cmd:java -cp build Main" rest
//
// First come four numbers: rows, columns, players, and which player you are, from 1. Before each of your moves comes
// 1, then army and number of cells of every player, then every cell as you see it, row by row: 1 if it is in sight,
// else 0; what it is (1 plain, 2 city, 3 capital, 4 mountain; out of sight 1 plain or capital, 2 anything else); and in
// sight, unless it is a mountain, its owner (0: nobody) and its army. When it is over for you, comes 0 instead.
//
// The answer is "-1" to stay, or "1 row column row column" to move all units but one to a cell beside, or "2 ..." to
// move half of them. Rows and columns count from 1.

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.StreamTokenizer;
import java.util.Random;

public class Main {
    static final int PLAIN = 1, CITY = 2, CAPITAL = 3, MOUNTAIN = 4;
    static final int[] DOWN = {-1, 0, 1, 0}, RIGHT = {0, 1, 0, -1};

    @SuppressWarnings("deprecation") // the only tokenizer that does not read on once it has a number
    static final StreamTokenizer in = new StreamTokenizer(new BufferedInputStream(System.in));

    static final Random random = new Random();
    static int n, m, k, me;
    static int[][] kind, owner, army;

    public static void main(String[] args) throws IOException {
        n = next();
        m = next();
        k = next();
        me = next();
        while (next() == 1) {
            for (int player = 1; player <= k; player++) {
                int units = next(), size = next();
            }
            kind = new int[n][m];
            owner = new int[n][m];
            army = new int[n][m];
            for (int i = 0; i < n; i++)
                for (int j = 0; j < m; j++) {
                    boolean seen = next() == 1;
                    kind[i][j] = next();
                    if (!seen || kind[i][j] == MOUNTAIN) continue;
                    owner[i][j] = next();
                    army[i][j] = next();
                }
            System.out.println(move());
            System.out.flush(); // what stays in a buffer is never heard
        }
    }

    static String move() {
        int best = 0;
        int biggest = 1;
        String capture = null, aside = "-1";
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++) {
                if (owner[i][j] != me || army[i][j] < 2) continue;
                for (int d = 0; d < 4; d++) {
                    int x = i + DOWN[d], y = j + RIGHT[d];
                    if (x < 0 || x >= n || y < 0 || y >= m) continue;
                    String order = "1 " + (i + 1) + " " + (j + 1) + " " + (x + 1) + " " + (y + 1);
                    int worth = value(army[i][j], x, y);
                    if (worth > best) {
                        best = worth;
                        capture = order;
                    }
                    boolean bigger = army[i][j] > biggest || (army[i][j] == biggest && random.nextBoolean());
                    if (owner[x][y] == me && bigger) {
                        biggest = army[i][j];
                        aside = order;
                    }
                }
            }
        return best > 0 ? capture : aside;
    }

    // What it is worth to take a cell with so many units; 0: we cannot.
    static int value(int units, int x, int y) {
        if (kind[x][y] == MOUNTAIN || owner[x][y] == me || army[x][y] >= units - 1) return 0;
        if (kind[x][y] == CAPITAL) return 4; // this wins the game
        if (kind[x][y] == CITY) return 3; // it grows by one every second round
        return owner[x][y] > 0 ? 2 : 1;
    }

    static int next() throws IOException {
        return in.nextToken() == StreamTokenizer.TT_NUMBER ? (int) in.nval : 0;
    }
}
