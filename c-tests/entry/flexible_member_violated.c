/* What follows a pointer is the flexible member: numbers, no further pointers. */
extern void reach_error(void);
struct packet { struct packet *next; unsigned char data[]; };
void handle(const struct packet *p) {
  if (p && p->data[0] == 5) reach_error(); /* !! */
}
