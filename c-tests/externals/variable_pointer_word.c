// Of an object whose type nobody tells it is not known whether a word of it is a pointer.
extern long *table;

int main(void) {
    if (!table || !table[2]) return 0;
    return *(char *)table[2];
}
