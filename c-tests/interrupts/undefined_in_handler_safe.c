extern void reach_error(void);

// A variable that the driver does not get at.
extern void receive(int *value);

static int received;
static int own = 1;

void tick(void) {
    receive(&received);
}

int main(void) {
    int first = own;
    int second = own;
    if (first != second) reach_error();
    return 0;
}
