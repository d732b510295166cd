// An alignment that is none gives null, whatever pointers the object would have.
#include <stdlib.h>
extern void reach_error(void);

struct node { int value; struct node *next; };

int main(void) {
    int *unset;
    struct node *node = aligned_alloc(3, sizeof *node);
    *unset = 1;
    if (!node) reach_error();
    return 0;
}
