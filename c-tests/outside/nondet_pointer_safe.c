// What an arbitrary pointer leads to; behind an access it is not null.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);

struct item { int count; struct item *next; };

int main(void) {
    struct item *first = __VERIFIER_nondet_pointer();
    int *limit = __VERIFIER_nondet_pointer();
    first->count = 3;
    if (!first) reach_error();
    *limit = 5;
    for (int i = 0; first && i < 3; i++) {
        first->count = *limit;
        if (first->count != 5) reach_error();
        first = first->next;
    }
    return 0;
}
