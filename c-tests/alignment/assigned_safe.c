// At a multiple of four it may be, and a packed structure anywhere.
#include <string.h>

struct pair {
    int first, second;
};
struct __attribute__((packed)) packed {
    int first, second;
};

static _Alignas(8) unsigned char frame[17];

int main(void) {
    struct pair *pair = (struct pair *)(frame + 4);
    struct pair value = {3, 4};
    *pair = value;
    struct packed *packed = (struct packed *)(frame + 1);
    struct packed small = {5, 6};
    *packed = small;
    memcpy(frame + 3, &value, sizeof value);
    return 0;
}
