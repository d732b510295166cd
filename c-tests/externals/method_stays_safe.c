// A state is a function that only the object holds; nobody else gets the object.
extern void out(void);
extern void __VERIFIER_assert(int);
int visible;

struct machine {
  void (*state)(struct machine *);
  int rounds;
};

static void off(struct machine *m);
static void on(struct machine *m) {
  m->state = off;
  m->rounds++;
}
static void off(struct machine *m) { m->state = on; }

int main(void) {
  struct machine m = {off, 0};
  for (int i = 0; i < 4; i++) {
    m.state(&m);
    out();
  }
  __VERIFIER_assert(m.rounds == 2);
  return 0;
}
