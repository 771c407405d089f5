// A Snake bot that goes wherever is room, from the text of the original platform: "snake stdin" reads it from standard
// input, "snake file" from input.txt. It prints a number without a line's end.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

int main(int argc, char** argv) {
    std::string text, part;
    if (argc > 1 && std::string(argv[1]) == "file") {
        std::ifstream file("input.txt");
        std::getline(file, text);
    } else {
        std::getline(std::cin, text);
    }
    std::vector<std::string> parts;
    std::stringstream stream(text);
    while (std::getline(stream, part, '#')) parts.push_back(part);
    if (parts.size() != 7) return 1;
    const int rows = 13, columns = 14, steps[4][2] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};
    std::vector<bool> taken;
    for (char mark : parts[0]) taken.push_back(mark == '1');
    int heads[2][2];
    for (int k = 0; k < 2; k++) {
        int i = std::stoi(parts[1 + 3 * k]), j = std::stoi(parts[2 + 3 * k]);
        taken[i * columns + j] = true;
        for (char step : parts[3 + 3 * k]) {
            if (step < '0' || step > '3') continue;
            i += steps[step - '0'][0], j += steps[step - '0'][1];
            taken[i * columns + j] = true;
        }
        heads[k][0] = i, heads[k][1] = j;
    }
    for (int d = 0; d < 4; d++) {
        int i = heads[0][0] + steps[d][0], j = heads[0][1] + steps[d][1];
        if (i >= 0 && i < rows && j >= 0 && j < columns && !taken[i * columns + j]) {
            printf("%d", d);
            return 0;
        }
    }
    printf("0");
}
