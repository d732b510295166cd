extern void reach_error(void);
/* The environment is there, and ends in a null pointer. */
int main(int argc, char **argv, char **environment) {
  if (!environment) reach_error();
  if (environment[0] && environment[0][0]) return environment[0][1];
  return 0;
}
