/* The declaration is never reached, but the variable lives while the switch is executed. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int s = 0;
    for (int i = 0; i < 4; i++) {
        switch (__VERIFIER_nondet_int()) {
            int k;
            int *p;
        case 0:
            k = 1;
            p = &k;
            s += *p;
            break;
        case 1:
            k = 2;
            p = &k;
            for (int j = 0; j < 2; j++) s += *p;
            break;
        }
    }
    assert(s <= 16);
    return 0;
}
