// It may change what it can reach.
extern void reach_error(void);
void poll(void);

int count;

int main(void) {
    count = 1;
    poll();
    if (count != 1)
        reach_error();
    return 0;
}
