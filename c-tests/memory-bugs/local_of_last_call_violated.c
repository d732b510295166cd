/* The address of a local variable is kept from one call to the next. */
static int *last;

static int sum(int n) {
    int here = n;
    int before = last ? *last : 0;
    last = &here;
    return here + before;
}

int main(void) {
    int s = 0;
    for (int i = 0; i < 2; i++) s += sum(i);
    return s;
}
