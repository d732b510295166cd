// Where there is such an instruction either may be.
extern void reach_error(void);

int main(void) {
    double a = 1.0 + 0x1p-30, b = a, product = a * b;
    double rest = a * b - product;
    if (rest != 0.0) reach_error();
    return 0;
}
