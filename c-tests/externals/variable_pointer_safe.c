// A pointer that is declared only is null or leads to an object, whose characters are any.
extern const char *name;

int main(void) {
    if (!name) return 0;
    int vowels = 0;
    for (int i = 0; i < 8 && name[i]; i++) {
        vowels += name[i] == 'a' || name[i] == 'e';
    }
    return vowels;
}
