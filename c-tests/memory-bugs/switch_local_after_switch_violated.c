/* The variable of the switch has ended with it, though nothing declares it to debug information. */
extern int __VERIFIER_nondet_int(void);
struct item {
    int key, value;
};
static struct item *filled(struct item *it, int key) {
    it->key = key;
    it->value = 1;
    return it;
}
int main(void) {
    struct item none = {0, 0}, *last = &none;
    switch (__VERIFIER_nondet_int()) {
        struct item it;
    case 1:
        last = filled(&it, 1);
        /* falls through */
    case 2:
        last->value = 2;
        break;
    default:
        break;
    }
    return last->value;
}
