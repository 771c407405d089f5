// A bot in the protocol of generals-tournament: from its first cell with an army it takes the first neighbour that it
// can, in turns all units and half of them. Told that the game is over, it notes so in the file it was given, and ends.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <vector>

struct Cell {
    int seen, kind, owner = 0, army = 0;
};

int main(int argc, char** argv) {
    int n, m, k, id;
    std::cin >> n >> m >> k >> id;
    for (int turn = 1;; turn++) {
        int playing;
        if (!(std::cin >> playing)) return 1;
        if (!playing) {
            if (argc > 1) std::ofstream(argv[1]) << "told 0 after " << turn - 1 << "\n";
            exit(0);
        }
        for (int i = 0, army, size; i < k; i++) std::cin >> army >> size;
        std::vector<Cell> cells(n * m);
        for (Cell& cell : cells) {
            std::cin >> cell.seen >> cell.kind;
            if (cell.seen && cell.kind != 4) std::cin >> cell.owner >> cell.army;
        }
        bool moved = false;
        for (int at = 0; at < n * m && !moved; at++) {
            if (cells[at].owner != id || cells[at].army < 2) continue;
            const int steps[4][2] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};
            for (auto& step : steps) {
                int i = at / m + step[0], j = at % m + step[1];
                if (i < 0 || i >= n || j < 0 || j >= m) continue;
                const Cell& there = cells[i * m + j];
                if (there.kind == 4 || there.owner == id || there.army >= cells[at].army - 1) continue;
                printf("%d %d %d %d %d\n", 1 + turn % 2, at / m + 1, at % m + 1, i + 1, j + 1);
                moved = true;
                break;
            }
        }
        if (!moved) printf("-1\n");
        fflush(stdout);
    }
}
