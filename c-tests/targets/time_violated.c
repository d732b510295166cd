// newlib's `time_t` has 64 bits where `long`, which the model of `time` writes, has 32: the model is
// not that function.
typedef long long time_t;
extern time_t time(time_t *now);
extern void reach_error(void);

int main(void) {
  time_t now = 0;
  time(&now);
  if (now >> 32) reach_error();
  return 0;
}
