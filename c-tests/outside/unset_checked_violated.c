// Where accesses are checked a pointer that was never set is none.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);

int main(void) {
    int *p;
    *p = 3;
    return 0;
}
