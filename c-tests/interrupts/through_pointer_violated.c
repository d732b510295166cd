extern void reach_error(void);
struct queue { int length; int item[4]; };
static struct queue inbox;
static struct queue *where = &inbox;
void arrive(void) {
  struct queue *q = where;
  if (q->length < 4) q->item[q->length++] = 7;
}
static int take(struct queue *q) {
  if (q->length == 0) return 7;
  q->length--;
  return q->item[q->length];
}
/* The length that was reduced is put back by a handler that came in between. */
int main(void) {
  take(&inbox);
  int n = inbox.length;
  take(&inbox);
  if (inbox.length == n + 1) reach_error();
  return 0;
}
