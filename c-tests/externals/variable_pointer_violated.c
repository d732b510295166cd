// It may be null.
extern const char *name;

int main(void) {
    return name[0] == 'a';
}
