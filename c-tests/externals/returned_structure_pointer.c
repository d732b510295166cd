// Pointers in a structure that an undefined function returns are not just numbers.
struct text {
    const char *start;
    int length;
};
extern struct text get(void);

int main(void) {
    struct text text = get();
    return text.start && text.length > 0 && text.start[0] == '/';
}
