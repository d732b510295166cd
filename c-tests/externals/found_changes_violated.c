// What find returned other functions of the same file may change.
extern int *find(int key);
extern void work(void);
extern void reach_error(void);

int main(void) {
  int *found = find(3);
  if (!found) return 0;
  *found = 1;
  work();
  if (*found != 1) reach_error();
  return 0;
}
