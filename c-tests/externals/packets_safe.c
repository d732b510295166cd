// Packets come for ever; of each no more is copied than there is room for.
struct packet {
  unsigned length;
  unsigned char data[16];
};
extern struct packet *receive(void);
static unsigned char buffer[16];

int main(void) {
  while (1) {
    struct packet *packet = receive();
    if (!packet) continue;
    for (unsigned i = 0; i < packet->length && i < sizeof buffer; i++) buffer[i] = packet->data[i];
  }
}
