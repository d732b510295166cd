// Functions of a driver that have names of POSIX, but not its parameters.
extern void reach_error(void);
void poll(void);
void signal(int code);
int select(int channel);
void log(const char *text);

static int count;

int main(void) {
    log("start");
    for (int i = 0; i < 3; i++) {
        poll();
        if (select(i) > 0)
            signal(i);
        count++;
    }
    if (count != 3)
        reach_error();
    return 0;
}
