/* The distances of labels are constants of the program: they add up, and only a label's distance
   from itself is 0. */
extern void reach_error(void);

int main(void) {
  int there = (char *)&&second - (char *)&&first;
  int on = (char *)&&third - (char *)&&second;
  if (there == 0 || on == 0) reach_error();
  if (there + on != (char *)&&third - (char *)&&first) reach_error();
  goto *(&&first + there);
first:
  reach_error();
second:
  return 0;
third:
  reach_error();
  return 1;
}
