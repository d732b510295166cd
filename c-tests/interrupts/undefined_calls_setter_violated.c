extern void reach_error(void);

// What is not defined may call the function that sets the variable.
extern void serve(void);

static int level;

void set_level(int to) {
    level = to;
}

void tick(void) {
    if (level != 0) reach_error();
}

int main(void) {
    serve();
    return 0;
}
