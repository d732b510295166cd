// A function that is not known is called.
extern void reach_error(void);
extern int (*hook)(int);

int main(void) {
    if (hook && hook(3) == 4) reach_error();
    return 0;
}
