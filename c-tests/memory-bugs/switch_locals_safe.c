/* Variables that are declared before the first case, and used across cases. */
extern int __VERIFIER_nondet_int(void);
struct sums {
    int once, twice;
};
static void fill(struct sums *s, int n) {
    s->once = n;
    s->twice = 2 * n;
}
int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        switch (__VERIFIER_nondet_int()) {
            struct sums s;
            int *at, t;
        case 0:
            fill(&s, 1);
            at = &s.twice;
            {
                t = s.once;
                sum += t + *at;
            }
            break;
        case 1:
            fill(&s, 2);
            at = &s.once;
            /* falls through */
            if (sum < 0) {
            case 2:
                t = 1;
                at = &t;
            }
            sum += *at;
            break;
        default: {
            fill(&s, 0);
            sum += s.once;
        }
        }
    }
    if (sum > 9)
        return *(int *)0;
    return 0;
}
