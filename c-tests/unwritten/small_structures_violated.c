// The last of three bytes was not set; that the whole is passed on is no read of it.
struct small { char bytes[3]; };

static int first(struct small it) {
    return it.bytes[0];
}

int main(void) {
    struct small it;
    it.bytes[0] = 1;
    it.bytes[1] = 2;
    return first(it) + it.bytes[2];
}
