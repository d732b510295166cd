/* In the third round p is the address of what k was in the second. */
int main(void) {
    int *p = 0;
    for (int i = 0; i < 3; i++) {
        int k = i;
        if (i == 2) return *p;
        p = &k;
    }
    return 0;
}
