// A pointer to characters need not.
int first(char *bytes) {
  return bytes ? *(int *)bytes > 0 : 0;
}
