// A Planes bot in the line protocol: shoots at one cell after the other, row by row.
#include <iostream>
#include <string>

int main() {
    std::string what;
    int size = 9, next = 0;
    while (std::cin >> what) {
        if (what == "place") {
            int who;
            std::cin >> size >> who;
            std::cout << "1 1 0 4 4 1 1 5 2" << std::endl;
        } else {
            for (int i = 0, number; i < 6; i++) std::cin >> number;
            std::cout << next / size + 1 << " " << next % size + 1 << std::endl;
            next++;
        }
    }
}
