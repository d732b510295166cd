// Others are not.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);

static int table[8];

int main(void) {
    unsigned index = (unsigned)__VERIFIER_nondet_int();
    table[index] = 1;
    if (index >= 8 || index == 5) reach_error();
    return 0;
}
