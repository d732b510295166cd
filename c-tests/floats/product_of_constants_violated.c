// Where no instruction rounds a product and a sum at once nothing is fused, be it of constants.
extern void reach_error(void);

int main(void) {
    double a = 0.1, b = 10.0;
    double rest = a * b - 1.0;
    if (rest == 0.0) reach_error();
    return 0;
}
