// Where all bytes of the list are the same, clang sets memory instead of copying a constant.
int main(void) {
  int sizes[2] = {65536 * 65536, 0};
  return sizes[1];
}
