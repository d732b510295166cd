// No array of a length that is not positive has a last element.
int last(const short *values, int length) {
  return values[length - 1];
}
