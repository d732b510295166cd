/* A label before the declaration: clang marks no end of its variable. */
int main(void) {
    int *p = 0;
    {
    unused:;
        int k = 3;
        p = &k;
    }
    return *p;
}
