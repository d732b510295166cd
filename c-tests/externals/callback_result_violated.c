/* Whoever gets the address from the callback may write there. */
extern void reach_error(void);
extern void hub_offer(int *(*find)(void));
extern void hub_run(void);

static int value;

static int *find(void) { return &value; }

int main(void) {
  hub_offer(find);
  hub_run();
  if (value != 0) reach_error();
  return 0;
}
