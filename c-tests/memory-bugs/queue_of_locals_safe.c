/* As queue_of_locals_violated.c, but the queue is empty at the end of each round. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct event {
    int code;
    struct event *next;
};

static struct event *queue[4];
static int count;

static void push(struct event *e) {
    if (count < 4) queue[count++] = e;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        struct event e = {7, 0};
        push(&e);
        for (int i = 0; i < count; i++) {
            assert(queue[i]->code == 7);
        }
        count = 0;
    }
    return 0;
}
