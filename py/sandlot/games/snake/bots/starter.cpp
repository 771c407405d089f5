// Your first Snake bot in C++. Compile it and watch it play, then make it better.
//
// For every turn a line comes in: the map row by row, 1 an obstacle, then where your snake began (row and column, from
// 0) and its steps so far, then the same of the other one. A line goes out: 0 up, 1 right, 2 down or 3 left.
//
//     MAP#row#column#(steps)#row#column#(steps)

#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

const int ROWS = 13, COLUMNS = 14;
const int DOWN[] = {-1, 0, 1, 0}, RIGHT[] = {0, 1, 0, -1};

using Cells = std::vector<std::pair<int, int>>;

// The cells of a snake, its head last. Its tail stays on steps 1 to 10, and then on every third one.
Cells body(const std::string& row, const std::string& column, const std::string& steps) {
    int i = std::stoi(row), j = std::stoi(column);
    Cells cells = {{i, j}};
    for (size_t step = 1; step + 1 < steps.size(); step++) {  // between the brackets
        int direction = steps[step] - '0';
        i += DOWN[direction], j += RIGHT[direction];
        cells.push_back({i, j});
        if (step > 10 && step % 3 != 1) cells.erase(cells.begin());
    }
    return cells;
}

bool isFree(const std::string& taken, int row, int column) {
    return row >= 0 && row < ROWS && column >= 0 && column < COLUMNS && taken[row * COLUMNS + column] == '0';
}

int nextMove(const std::string& input) {
    std::vector<std::string> parts;
    std::stringstream stream(input);
    for (std::string part; std::getline(stream, part, '#');) parts.push_back(part);
    std::string taken = parts[0];
    Cells mine = body(parts[1], parts[2], parts[3]), other = body(parts[4], parts[5], parts[6]);
    for (auto& [i, j] : mine) taken[i * COLUMNS + j] = '1';
    for (auto& [i, j] : other) taken[i * COLUMNS + j] = '1';

    int best = 0, mostRoom = -1;
    for (int direction = 0; direction < 4; direction++) {
        int row = mine.back().first + DOWN[direction], column = mine.back().second + RIGHT[direction];
        if (!isFree(taken, row, column)) continue;
        int room = 0;  // how many of the cells around are free
        for (int k = 0; k < 4; k++) room += isFree(taken, row + DOWN[k], column + RIGHT[k]);
        if (room > mostRoom) best = direction, mostRoom = room;
    }
    return best;
}

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        std::cout << nextMove(line) << std::endl;  // endl: what stays in a buffer is never heard
    }
}
