/* Two addresses go from round to round; the older one is used when there is one. */
int main(void) {
    int none = 0;
    int *newer = &none, *older = &none;
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        int k[2] = {i, -i};
        if (i == 3) sum += older[1];
        older = newer;
        newer = k;
    }
    return sum;
}
