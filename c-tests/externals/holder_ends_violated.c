/* The structure that a driver was given ends, what it led to lives on. */
extern void reach_error(void);
struct request {
  int *result;
};
extern void submit(struct request *request);
extern void tick(void);

static void begin(int *result) {
  struct request request = {result};
  submit(&request);
}

int main(void) {
  int result;
  begin(&result);
  result = 0;
  tick();
  if (result) reach_error();
  return 0;
}
