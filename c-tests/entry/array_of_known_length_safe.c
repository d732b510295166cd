// A key of 16 bytes and a text of any length, of which a parameter of 16 bits is the length.
void encrypt(unsigned char *text, unsigned short length, const unsigned char key[16]) {
  for (unsigned i = 0; i < length; i++) text[i] ^= key[i % 16];
}
