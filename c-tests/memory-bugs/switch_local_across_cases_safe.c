/* A variable of the switch lives on where one case falls through to another, which jumps get to, too. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int none = 7, *last = &none;
    for (int i = 0; i < 2; i++) {
        last = &none;
        switch (__VERIFIER_nondet_int()) {
            int it;
        case 1:
            it = 3;
            last = &it;
            /* falls through */
        case 2:
            *last += 1;
            if (last != &none && *last != 4)
                return *(int *)0;
            break;
        default:
            break;
        }
    }
    return 0;
}
