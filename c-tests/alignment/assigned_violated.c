// A structure that is assigned is copied as one that is aligned.
struct pair {
    int first, second;
};

static _Alignas(8) unsigned char frame[17];

int main(void) {
    struct pair *pair = (struct pair *)(frame + 1);
    struct pair value = {3, 4};
    *pair = value;
    return 0;
}
