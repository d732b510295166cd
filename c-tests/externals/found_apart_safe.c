// Without a call in between it stays as it is.
extern int *find(int key);
extern void work(void);
extern void reach_error(void);

int main(void) {
  work();
  int *found = find(3);
  if (!found) return 0;
  *found = 1;
  if (*found != 1) reach_error();
  return 0;
}
