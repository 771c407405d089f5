// Your first planes bot in C++. Compile it and watch it play, then make it better.
//
// First comes "place", the board's size, and 1 if you shoot first, else 2. The answer is three planes as nine numbers,
// x y d each: row and column, from 1, of the top-left cell of a plane's box, and where its head points: 0 up, 1 left, 2
// down, 3 right. Before every shot comes "shoot", then your last shot and what it found, then the other's: x y found
// each, found being 0 empty, 1 body, 2 head, and 0 0 -1 where there was no shot yet. The answer is a cell, x y.

#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

int size = 9;
int found[20][20];  // what is known of the other's board: -1 nothing, 0 empty, 1 body, 2 head

bool unknown(int x, int y) { return x >= 1 && x <= size && y >= 1 && y <= size && found[x][y] < 0; }

std::pair<int, int> shoot() {
    std::vector<std::pair<int, int>> near, all;
    for (int x = 1; x <= size; x++)
        for (int y = 1; y <= size; y++) {
            if (!unknown(x, y)) continue;
            all.push_back({x, y});
            const int steps[4][2] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};
            for (auto& step : steps) {
                int i = x + step[0], j = y + step[1];
                if (i >= 1 && i <= size && j >= 1 && j <= size && found[i][j] == 1) near.push_back({x, y});
            }
        }
    auto& cells = near.empty() ? all : near;  // next to a hit there is more of the plane
    return cells[rand() % cells.size()];
}

int main() {
    for (auto& row : found)
        for (int& cell : row) cell = -1;
    for (std::string what; std::cin >> what;) {
        if (what == "place") {
            int who;
            std::cin >> size >> who;
            srand(who);
            std::cout << "1 1 0 4 4 1 1 5 2" << std::endl;  // endl: what stays in a buffer is never heard
        } else {
            int x, y, hit, otherX, otherY, otherHit;
            std::cin >> x >> y >> hit >> otherX >> otherY >> otherHit;
            if (hit >= 0) found[x][y] = hit;
            auto [i, j] = shoot();
            std::cout << i << ' ' << j << std::endl;
        }
    }
}
