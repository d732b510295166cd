/* A computed goto in the body of a loop: clang marks no end of the variables there. */
int main(void) {
    int *p = 0;
    int s = 0;
    for (int i = 0; i < 4; i++) {
        void *to[] = {&&even, &&odd};
        int k = i;
        goto *to[i & 1];
    even:
        if (p) s += *p;
        p = &k;
        continue;
    odd:
        s++;
    }
    return s;
}
