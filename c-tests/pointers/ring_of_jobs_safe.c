extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

/* A ring of four jobs, each a function with its argument; behind them, in the same structure, what is in use. */
struct job { void (*run)(int *, int); int *on; int by; };
struct queue { struct job jobs[4]; unsigned char first, used; };

static void add(int *on, int by) { if (*on < 1000) *on += by & 7; }
static void set(int *on, int by) { *on = by & 15; }

static void post(struct queue *queue, void (*run)(int *, int), int *on, int by) {
  if (queue->used == 4) return;
  struct job *job = &queue->jobs[(queue->first + queue->used) & 3];
  job->run = run;
  job->on = on;
  job->by = by;
  queue->used++;
}

static void step(struct queue *queue) {
  if (!queue->used) return;
  struct job *job = &queue->jobs[queue->first];
  queue->first = (queue->first + 1) & 3;
  queue->used--;
  job->run(job->on, job->by);
}

int main(void) {
  struct queue queue = {0};
  int sum = 0, last = 0;
  for (;;) {
    int by = __VERIFIER_nondet_int();
    switch (__VERIFIER_nondet_int()) {
    case 0: post(&queue, add, &sum, by); break;
    case 1: post(&queue, set, &last, by); break;
    default: step(&queue);
    }
    if (queue.used > 4 || queue.first > 3 || sum < 0 || sum > 1007 || last > 15) reach_error();
  }
}
