// Your first generals bot in C++. Compile it and watch it play, then make it better.
//
// First come four numbers: rows, columns, players, and which player you are, from 1. Before each of your moves comes
// 1, then army and number of cells of every player, then every cell as you see it, row by row: 1 if it is in sight,
// else 0; what it is (1 plain, 2 city, 3 capital, 4 mountain; out of sight 1 plain or capital, 2 anything else); and in
// sight, unless it is a mountain, its owner (0: nobody) and its army. When it is over for you, comes 0 instead.
//
// The answer is "-1" to stay, or "1 row column row column" to move all units but one to a cell beside, or "2 ..." to
// move half of them. Rows and columns count from 1.

#include <cstdlib>
#include <iostream>
#include <vector>

struct Cell {
    int seen, kind, owner = 0, army = 0;
};

int n, m, k, me;
std::vector<Cell> cells;

const int DOWN[] = {-1, 0, 1, 0}, RIGHT[] = {0, 1, 0, -1};

// What it is worth to go there; 0: we cannot take it.
int value(const Cell& from, const Cell& to) {
    if (to.kind == 4 || to.owner == me || to.army >= from.army - 1) return 0;
    if (to.kind == 3) return 4;  // this wins the game
    if (to.kind == 2) return 3;  // it grows by one every second round
    return to.owner ? 2 : 1;
}

void move() {
    int best = 0, bestFrom = -1, bestTo = -1;
    int biggest = -1, aside = -1;  // where the biggest army stands, and where it can go within our own land
    for (int from = 0; from < n * m; from++) {
        if (cells[from].owner != me || cells[from].army < 2) continue;
        for (int d = 0; d < 4; d++) {
            int i = from / m + DOWN[d], j = from % m + RIGHT[d];
            if (i < 0 || i >= n || j < 0 || j >= m) continue;
            int to = i * m + j, worth = value(cells[from], cells[to]);
            if (worth > best) best = worth, bestFrom = from, bestTo = to;
            bool bigger = biggest < 0 || cells[from].army > cells[biggest].army;
            if (cells[to].owner == me && (bigger || (from == biggest && rand() % 2))) biggest = from, aside = to;
        }
    }
    int from = best ? bestFrom : biggest, to = best ? bestTo : aside;
    if (from < 0) std::cout << -1;
    else std::cout << 1 << ' ' << from / m + 1 << ' ' << from % m + 1 << ' ' << to / m + 1 << ' ' << to % m + 1;
    std::cout << std::endl;  // endl: what stays in a buffer is never heard
}

int main() {
    std::ios::sync_with_stdio(false);
    std::cin >> n >> m >> k >> me;
    for (int playing; std::cin >> playing && playing;) {
        for (int player = 0, army, size; player < k; player++) std::cin >> army >> size;
        cells.assign(n * m, Cell());
        for (Cell& cell : cells) {
            std::cin >> cell.seen >> cell.kind;
            if (cell.seen && cell.kind != 4) std::cin >> cell.owner >> cell.army;
        }
        move();
    }
}
