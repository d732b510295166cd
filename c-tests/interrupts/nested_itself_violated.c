// Handlers that interrupt one another, and themselves.
extern void reach_error(void);
static volatile int runs, others;

void tick(void) {
    if (runs)
        reach_error();
    runs = 1;
    others++;
    runs = 0;
}

void other(void) {
    if (others > 1)
        others = 0;
}

int main(void) {
    return others;
}
