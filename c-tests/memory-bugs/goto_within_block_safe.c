/* A jump back over a declaration does not leave its block: the variable is the same (C17 6.2.4p6). */
int main(void) {
    int n = 0;
    {
        int *p = 0;
    again:;
        if (p && *p != n) return *(int *)0;
        int k;
        k = ++n;
        p = &k;
        if (n < 3) goto again;
    }
    return 0;
}
