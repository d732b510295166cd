// What pointers in new memory lead to that nobody sets are objects of their own.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);

struct cipher { unsigned flags; };
struct session { struct cipher *cipher; int state; };
struct stream { int kind; struct session *session; struct stream *next; };

int main(void) {
    struct stream *s = malloc(sizeof *s);
    s->session->state = 1;
    s->next->session = s->session;
    if (s->session->cipher->flags & 4)
        s->session->state++;
    if (s->next->session->state > 2) reach_error();
    return 0;
}
