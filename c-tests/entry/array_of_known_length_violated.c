// The key has 15 bytes, and the text may be longer.
void encrypt(unsigned char *text, unsigned short length, const unsigned char *key) {
  for (unsigned i = 0; i < length; i++) text[i] ^= key[i % 16];
}
