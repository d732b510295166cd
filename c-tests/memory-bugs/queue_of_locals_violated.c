/* The queue keeps the address of a local variable of the loop: in the next round that is another
   variable, even if it lies in the same place. No sanitizer sees it. */
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
    }
    return 0;
}
