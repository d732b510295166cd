// Nothing is known of what they hold.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);

struct packet { union { struct packet *next; int type; } head; int length; };

static int use(struct packet *packet) {
    return packet->head.next->length;
}

int main(void) {
    struct packet packet;
    int *counter, *other;
    packet.length = 4;
    *counter = use(&packet);
    *other = *counter + 1;
    if (*counter == 7) reach_error();
    return 0;
}
