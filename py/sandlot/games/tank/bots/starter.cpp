// Your first Tank bot in C++, in the protocol of Botzone. Compile it and watch it play, then make it better.
//
// The first line that comes in is JSON with all requests so far; the first request holds the bricks and your side, 0
// (blue, above) or 1 (red, below):
//
//     {"requests":[{"field":[10,20,30],"mySide":0}],"responses":[],...}
//
// An answer that is followed by the keep-running line keeps the program alive. Then every turn brings one line with the
// orders of the other side's tanks, as [-1,4]. The answer is one order for each of your tanks: -1 stay, 0 to 3 move
// up, right, down, left, 4 to 7 shoot in these directions. A tank may not shoot on two turns running.

#include <cctype>
#include <iostream>
#include <string>
#include <vector>

// All whole numbers in a text.
std::vector<int> numbers(const std::string& text) {
    std::vector<int> found;
    for (size_t at = 0; at < text.size();) {
        size_t length = 0;
        bool begins = isdigit(text[at]) || (text[at] == '-' && at + 1 < text.size() && isdigit(text[at + 1]));
        if (begins) found.push_back(std::stoi(text.substr(at), &length));
        at += begins ? length : 1;
    }
    return found;
}

int main() {
    std::string line;
    std::getline(std::cin, line);
    std::vector<int> field = numbers(line.substr(line.find("\"field\"")));  // three numbers, 27 cells in each
    int side = numbers(line.substr(line.find("\"mySide\"")))[0];
    int ahead = side == 0 ? 2 : 0;  // down or up
    for (int turn = 1;; turn++) {
        int order = turn % 2 ? ahead + 4 : -1;  // shoot, then wait for the gun
        std::cout << "{\"response\":[" << order << "," << order << "]}\n";
        std::cout << ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<" << std::endl;
        if (!std::getline(std::cin, line)) return 0;
        std::vector<int> enemy = numbers(line);  // what the other side has just ordered
    }
}
