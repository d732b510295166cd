// What it leads to may be anything.
extern void reach_error(void);
extern const char *name;

int main(void) {
    if (name && name[0] == 'a' && name[7] == 'z') reach_error();
    return 0;
}
