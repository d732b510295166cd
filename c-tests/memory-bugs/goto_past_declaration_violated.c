/* Nothing leads to the declaration, but the block has the variable. */
int main(void) {
    int *p = 0;
    {
        goto set;
        int k;
    set:
        k = 3;
        p = &k;
    }
    return *p;
}
