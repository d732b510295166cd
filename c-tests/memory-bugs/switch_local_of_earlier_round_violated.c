/* No jump gets to the declaration: debug information does not know the variable. */
int main(void) {
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        switch (i) {
            int k;
        case 0:
            k = 5;
            p = &k;
            break;
        case 1:
            return *p;
        }
    }
    return 0;
}
