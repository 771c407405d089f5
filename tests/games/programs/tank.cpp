// A Tank bot for Botzone, as its authors write them: shoots every other turn, and else stays.
//
//   tank keep      asks to be kept running
//   tank restart   reads one line, answers and ends
//   tank eof       reads its input to the end, answers and ends
#include <iostream>
#include <iterator>
#include <string>

static int answered(const std::string& text) {
    const std::string name = "\"responses\":[";
    size_t at = text.find(name);
    if (at == std::string::npos) return -1;
    int depth = 0, found = 0;
    for (at += name.size(); depth >= 0 && at < text.size(); at++) {
        if (text[at] == '[' && depth++ == 0) found++;
        if (text[at] == ']') depth--;
    }
    return found;
}

int main(int argc, char** argv) {
    const std::string mode = argc > 1 ? argv[1] : "keep";
    std::string text;
    if (mode == "eof") {
        text.assign(std::istreambuf_iterator<char>(std::cin), {});
    } else {
        std::getline(std::cin, text);
    }
    int turn = answered(text);
    if (turn < 0) return 3;
    std::cerr << "turn " << turn << "\n";
    while (true) {
        std::cout << "{\"response\":" << (turn % 2 ? "[-1,-1]" : "[4,4]") << "}" << std::endl;
        if (mode != "keep") return 0;
        std::cout << ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<" << std::endl;
        if (!std::getline(std::cin, text)) return 0;
        turn++;
    }
}
