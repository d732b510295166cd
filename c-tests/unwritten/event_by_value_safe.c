// A tagged union of which a part is not written is passed by value: that reads no member.
#include <stdlib.h>

struct event { enum { NUMBER, REAL } kind; union { int number; double real; } value; };

static int size_of(struct event event) {
    return event.kind == NUMBER ? event.value.number : (int)event.value.real;
}

int main(void) {
    struct event *event = malloc(sizeof *event);
    event->kind = NUMBER;
    event->value.number = 3;
    int size = size_of(*event);
    free(event);
    return size;
}
