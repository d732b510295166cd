// A handler leaves alone what another one owns, also one that it has interrupted.
extern void reach_error(void);
static volatile int owner;

void first(void) {
    if (owner)
        return;
    owner = 1;
    if (owner != 1)
        reach_error();
    owner = 0;
}

void second(void) {
    if (owner)
        return;
    owner = 2;
    if (owner != 2)
        reach_error();
    owner = 0;
}

int main(void) {
    while (1) {
        if (owner)
            reach_error();
    }
}
