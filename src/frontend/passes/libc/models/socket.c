/* sys/socket.h and arpa/inet.h (POSIX): who is at the other end may send anything, and the
   system may refuse everything. */
#include "system.h"

typedef unsigned socklen_t;
typedef __UINT32_TYPE__ uint32_t;

/* The largest address that there is (sockaddr_storage). */
enum { ADDRESS = 128 };

MODEL int socket(int family, int type, int protocol) {
  (void)family, (void)type, (void)protocol;
  return descriptor();
}

/* An address comes, or the part of it that there is room for; its size is told. */
static void take_address(void *address, socklen_t *size) {
  if (!address) return;
  socklen_t real = __VERIFIER_nondet_uint() % (ADDRESS + 1);
  take(address, least(*size, real));
  *size = real;
}

MODEL int accept(int socket, void *restrict address, socklen_t *restrict size) {
  int file = descriptor();
  (void)socket;
  if (file >= 0) take_address(address, size);
  return file;
}
MODEL int accept4(int socket, void *restrict address, socklen_t *restrict size, int flags) {
  (void)flags;
  return accept(socket, address, size);
}
MODEL int getsockname(int socket, void *restrict address, socklen_t *restrict size) {
  (void)socket;
  if (!__VERIFIER_nondet_bool()) return outcome(0);
  take_address(address, size);
  return 0;
}
MODEL int getpeername(int socket, void *restrict address, socklen_t *restrict size) {
  return getsockname(socket, address, size);
}

MODEL int bind(int socket, const void *address, socklen_t size) {
  (void)socket;
  give(address, size);
  return perhaps();
}
MODEL int connect(int socket, const void *address, socklen_t size) {
  return bind(socket, address, size);
}
MODEL int listen(int socket, int waiting) {
  (void)socket, (void)waiting;
  return perhaps();
}
MODEL int shutdown(int socket, int how) {
  (void)socket, (void)how;
  return perhaps();
}

MODEL int setsockopt(int socket, int level, int option, const void *value, socklen_t size) {
  (void)level, (void)option;
  return bind(socket, value, size);
}
MODEL int getsockopt(int socket, int level, int option, void *restrict value,
                     socklen_t *restrict size) {
  (void)socket, (void)level, (void)option;
  if (!__VERIFIER_nondet_bool()) return outcome(0);
  socklen_t real = __VERIFIER_nondet_uint();
  if (real < *size) *size = real;
  take(value, *size);
  return 0;
}

MODEL long send(int socket, const void *from, size_t n, int flags) {
  (void)socket, (void)flags;
  return give_some(from, n);
}
MODEL long sendto(int socket, const void *from, size_t n, int flags, const void *address,
                  socklen_t size) {
  if (address) give(address, size);
  return send(socket, from, n, flags);
}
MODEL long recv(int socket, void *to, size_t n, int flags) {
  (void)socket, (void)flags;
  return take_some(to, n);
}
MODEL long recvfrom(int socket, void *restrict to, size_t n, int flags, void *restrict address,
                    socklen_t *restrict size) {
  long come = recv(socket, to, n, flags);
  if (come >= 0) take_address(address, size);
  return come;
}

/* Any number, also one that says that the text is no address. */
MODEL uint32_t inet_addr(const char *text) {
  must_be_string(text);
  return __VERIFIER_nondet_uint();
}
MODEL int inet_aton(const char *text, void *to) {
  must_be_string(text);
  if (!__VERIFIER_nondet_bool()) return 0;
  take(to, 4);
  return 1;
}
/* Families: 2 with 4 bytes, 10 with 16 (Linux). */
MODEL int inet_pton(int family, const char *restrict text, void *restrict to) {
  if (family != 2 && family != 10) return outcome(0);
  must_be_string(text);
  if (!__VERIFIER_nondet_bool()) return 0;
  take(to, family == 2 ? 4 : 16);
  return 1;
}
/* The bytes in the order of the network; the next call may overwrite the text. */
MODEL char *inet_ntoa(uint32_t address) {
  static char text[16];
  unsigned at = 0;
  for (unsigned k = 0; k < 4; k++) {
    unsigned byte = address >> 8 * k & 255;
    if (byte >= 100) text[at++] = (char)('0' + byte / 100);
    if (byte >= 10) text[at++] = (char)('0' + byte / 10 % 10);
    text[at++] = (char)('0' + byte % 10);
    text[at++] = k < 3 ? '.' : 0;
  }
  return text;
}
