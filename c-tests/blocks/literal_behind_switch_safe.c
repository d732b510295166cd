// A compound literal of the body of a loop, where a jump comes from that leaves a `switch`.
struct pair {
    int a, b;
};

int main(int argc, char **argv) {
    struct pair *kept = 0, pair = {0, 0};
    for (int i = 0; i < 2; i++) {
        switch (argc) {
            case 3:
                goto found;
        }
        argc--;
    found:
        pair = (struct pair){argc, 1};
        kept = &(struct pair){argc, 2};
        pair.b = kept->b;
    }
    return pair.b - 2;
}
