// Nor is it of those in an array.
extern int *table[4];

int main(void) {
    return table[2] ? *table[2] : 0;
}
