/* A transfer goes on when the function has returned whose variable it writes. */
struct transfer {
  int *to;
  int left;
};
static struct transfer transfer;

void received(void) {
  if (transfer.left > 0) {
    *transfer.to = 1;
    transfer.left--;
  }
}

static void begin(int *to) {
  transfer.to = to;
  transfer.left = 1;
}

static int ask(void) {
  int answer = 0;
  begin(&answer);
  for (int i = 0; i < 3 && !*(volatile int *)&answer; i++) {}
  int got = answer;
  transfer.left = 0;
  return got;
}

int main(void) {
  return ask();
}
