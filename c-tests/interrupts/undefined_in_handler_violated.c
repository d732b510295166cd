extern void reach_error(void);

// The handler has what a driver gives it written to a variable of the program.
extern void receive(int *value);

static int received;

void tick(void) {
    receive(&received);
}

int main(void) {
    int first = received;
    int second = received;
    if (first != second) reach_error();
    return 0;
}
