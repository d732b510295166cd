extern void *malloc(unsigned long);
extern int free(void *);
int main(void) {
  char *p = malloc(4);
  return free(p);
}
