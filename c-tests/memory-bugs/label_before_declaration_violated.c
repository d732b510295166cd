/* clang does not mark where a variable lives that is declared behind a label. */
int main(void) {
    int *p = 0;
    int s = 0;
    for (int i = 0; i < 3; i++) {
        if (i == 1) goto skip;
        s++;
    skip:;
        int k = i;
        if (p) s += *p;
        p = &k;
    }
    return s;
}
