// Where pointers in a structure lead that is declared only is not known; they are not just numbers.
struct settings {
    const char *path;
    int count;
};
extern struct settings settings;

int main(void) {
    return settings.path && settings.path[0] == '/';
}
