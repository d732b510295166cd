// The message of the last round is still there. It is not told from earlier ones.
struct message {
  int sender;
};
extern struct message *next(void);

int main(void) {
  struct message *last = 0;
  while (1) {
    struct message *message = next();
    if (last && message && last->sender == message->sender) return 1;
    last = message;
  }
}
