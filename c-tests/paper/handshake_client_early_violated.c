extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* A client's handshake that goes wrong in its first state. */
enum state {
  HELLO = 4352,
  HELLO_SENT,
  SERVER_HELLO,
  TICKET,
  SERVER_CERT,
  CERT_STATUS,
  SERVER_KEY,
  CERT_REQUEST,
  SERVER_DONE,
  CLIENT_CERT,
  CLIENT_CERT_SENT,
  CLIENT_KEY,
  CLIENT_KEY_SENT,
  CERT_VERIFY,
  CERT_VERIFIED,
  CHANGE_CIPHER,
  CHANGE_CIPHER_SENT,
  FINISH,
  FINISH_SENT,
  SERVER_CHANGE,
  SERVER_FINISH,
  FLUSH,
  DONE,
  RENEGOTIATE,
};

int main(void) {
  enum state state = HELLO;
  int resumed = 0, authenticated = 0, retries = 0;
  int version = __VERIFIER_nondet_int(), cipher = 0, length = 0;
  while (1) {
    int result = __VERIFIER_nondet_int();
    switch (state) {
    case HELLO:
      if (version == 2) reach_error();
      if (result <= 0) return 0;
      if (result > 8) {
        cipher = __VERIFIER_nondet_int();
        if (cipher > 301) retries = __VERIFIER_nondet_int();
        else if (cipher < 1) return 0;
      }
      state = HELLO_SENT;
      break;
    case HELLO_SENT:
      if (result <= 0) return 0;
      if (length == 16) {
        length = __VERIFIER_nondet_int();
        if (length < 0) return 0;
      } else if (cipher == 1) {
        cipher = __VERIFIER_nondet_int();
        if (cipher == 0) retries = __VERIFIER_nondet_int();
      }
      if (result > 9) {
        cipher = __VERIFIER_nondet_int();
        if (cipher > 302) retries = __VERIFIER_nondet_int();
        else if (cipher < 2) return 0;
      }
      state = SERVER_HELLO;
      break;
    case SERVER_HELLO:
      if (result < 0) return 0;
      if (result > 1002) {
        version = __VERIFIER_nondet_int();
        if (version == cipher) length = __VERIFIER_nondet_int();
      }
      if (retries == 2) retries = __VERIFIER_nondet_int();
      if (length > 202) length = __VERIFIER_nondet_int();
      if (result > 10) {
        cipher = __VERIFIER_nondet_int();
        if (cipher > 303) retries = __VERIFIER_nondet_int();
        else if (cipher < 3) return 0;
      }
      state = TICKET;
      break;
    case TICKET:
      if (result < 0) return 0;
      if (resumed) {
        length = __VERIFIER_nondet_int();
        state = SERVER_CHANGE;
      } else if (result > 0) {
        resumed = 1;
        authenticated = 1;
        length = __VERIFIER_nondet_int();
        state = SERVER_CHANGE;
      } else {
        cipher = __VERIFIER_nondet_int();
        state = SERVER_CERT;
      }
      break;
    case SERVER_CERT:
      if (result <= 0) return 0;
      if (length == 64) {
        length = __VERIFIER_nondet_int();
        if (length < 0) return 0;
      } else if (cipher == 4) {
        cipher = __VERIFIER_nondet_int();
        if (cipher == 0) retries = __VERIFIER_nondet_int();
      }
      if (result > 11) {
        cipher = __VERIFIER_nondet_int();
        if (cipher > 304) retries = __VERIFIER_nondet_int();
        else if (cipher < 4) return 0;
      }
      state = CERT_STATUS;
      break;
    case CERT_STATUS:
      if (result < 0) return 0;
      if (result > 1005) {
        version = __VERIFIER_nondet_int();
        if (version == cipher) length = __VERIFIER_nondet_int();
      }
      if (retries == 5) retries = __VERIFIER_nondet_int();
      if (length > 205) length = __VERIFIER_nondet_int();
      if (result > 12) {
        cipher = __VERIFIER_nondet_int();
        if (cipher > 305) retries = __VERIFIER_nondet_int();
        else if (cipher < 5) return 0;
      }
      state = SERVER_KEY;
      break;
    case SERVER_KEY:
      if (result <= 0) {
        if (retries > 8) return 0;
        retries = __VERIFIER_nondet_int();
        break;
      }
      if (version < 8) cipher = __VERIFIER_nondet_int();
      else length = __VERIFIER_nondet_int();
      if (cipher > length) version = __VERIFIER_nondet_int();
      if (result > 13) {
        cipher = __VERIFIER_nondet_int();
        if (cipher > 306) retries = __VERIFIER_nondet_int();
        else if (cipher < 6) return 0;
      }
      state = CERT_REQUEST;
      break;
    case CERT_REQUEST:
      if (result <= 0) return 0;
      if (length == 112) {
        length = __VERIFIER_nondet_int();
        if (length < 0) return 0;
      } else if (cipher == 7) {
        cipher = __VERIFIER_nondet_int();
        if (cipher == 0) retries = __VERIFIER_nondet_int();
      }
      if (result > 14) {
        cipher = __VERIFIER_nondet_int();
        if (cipher > 307) retries = __VERIFIER_nondet_int();
        else if (cipher < 7) return 0;
      }
      state = SERVER_DONE;
      break;
    case SERVER_DONE:
      if (result < 0) return 0;
      if (result > 1008) {
        version = __VERIFIER_nondet_int();
        if (version == cipher) length = __VERIFIER_nondet_int();
      }
      if (retries == 8) retries = __VERIFIER_nondet_int();
      if (length > 208) length = __VERIFIER_nondet_int();
      if (result > 15) {
        cipher = __VERIFIER_nondet_int();
        if (cipher > 308) retries = __VERIFIER_nondet_int();
        else if (cipher < 8) return 0;
      }
      state = CLIENT_CERT;
      break;
    case CLIENT_CERT:
      if (result <= 0) {
        if (retries > 11) return 0;
        retries = __VERIFIER_nondet_int();
        break;
      }
      if (version < 11) cipher = __VERIFIER_nondet_int();
      else length = __VERIFIER_nondet_int();
      if (cipher > length) version = __VERIFIER_nondet_int();
      if (result > 16) {
        cipher = __VERIFIER_nondet_int();
        if (cipher > 309) retries = __VERIFIER_nondet_int();
        else if (cipher < 9) return 0;
      }
      state = CLIENT_CERT_SENT;
      break;
    case CLIENT_CERT_SENT:
      if (result <= 0) return 0;
      if (length == 160) {
        length = __VERIFIER_nondet_int();
        if (length < 0) return 0;
      } else if (cipher == 10) {
        cipher = __VERIFIER_nondet_int();
        if (cipher == 0) retries = __VERIFIER_nondet_int();
      }
      if (result > 17) {
        cipher = __VERIFIER_nondet_int();
        if (cipher > 310) retries = __VERIFIER_nondet_int();
        else if (cipher < 10) return 0;
      }
      state = CLIENT_KEY;
      break;
    case CLIENT_KEY:
      if (result < 0) return 0;
      if (result > 1011) {
        version = __VERIFIER_nondet_int();
        if (version == cipher) length = __VERIFIER_nondet_int();
      }
      if (retries == 11) retries = __VERIFIER_nondet_int();
      if (length > 211) length = __VERIFIER_nondet_int();
      if (result > 18) {
        cipher = __VERIFIER_nondet_int();
        if (cipher > 311) retries = __VERIFIER_nondet_int();
        else if (cipher < 11) return 0;
      }
      state = CLIENT_KEY_SENT;
      break;
    case CLIENT_KEY_SENT:
      if (result <= 0) {
        if (retries > 14) return 0;
        retries = __VERIFIER_nondet_int();
        break;
      }
      if (version < 14) cipher = __VERIFIER_nondet_int();
      else length = __VERIFIER_nondet_int();
      if (cipher > length) version = __VERIFIER_nondet_int();
      if (result > 19) {
        cipher = __VERIFIER_nondet_int();
        if (cipher > 312) retries = __VERIFIER_nondet_int();
        else if (cipher < 12) return 0;
      }
      state = CERT_VERIFY;
      break;
    case CERT_VERIFY:
      if (result <= 0) return 0;
      if (cipher == version) length = __VERIFIER_nondet_int();
      authenticated = 1;
      if (result > 20) {
        cipher = __VERIFIER_nondet_int();
        if (cipher > 313) retries = __VERIFIER_nondet_int();
        else if (cipher < 13) return 0;
      }
      state = CERT_VERIFIED;
      break;
    case CERT_VERIFIED:
      if (result < 0) return 0;
      if (result > 1014) {
        version = __VERIFIER_nondet_int();
        if (version == cipher) length = __VERIFIER_nondet_int();
      }
      if (retries == 14) retries = __VERIFIER_nondet_int();
      if (length > 214) length = __VERIFIER_nondet_int();
      if (result > 21) {
        cipher = __VERIFIER_nondet_int();
        if (cipher > 314) retries = __VERIFIER_nondet_int();
        else if (cipher < 14) return 0;
      }
      state = CHANGE_CIPHER;
      break;
    case CHANGE_CIPHER:
      if (result <= 0) {
        if (retries > 17) return 0;
        retries = __VERIFIER_nondet_int();
        break;
      }
      if (version < 17) cipher = __VERIFIER_nondet_int();
      else length = __VERIFIER_nondet_int();
      if (cipher > length) version = __VERIFIER_nondet_int();
      if (result > 22) {
        cipher = __VERIFIER_nondet_int();
        if (cipher > 315) retries = __VERIFIER_nondet_int();
        else if (cipher < 15) return 0;
      }
      state = CHANGE_CIPHER_SENT;
      break;
    case CHANGE_CIPHER_SENT:
      if (result <= 0) return 0;
      if (length == 256) {
        length = __VERIFIER_nondet_int();
        if (length < 0) return 0;
      } else if (cipher == 16) {
        cipher = __VERIFIER_nondet_int();
        if (cipher == 0) retries = __VERIFIER_nondet_int();
      }
      if (result > 23) {
        cipher = __VERIFIER_nondet_int();
        if (cipher > 316) retries = __VERIFIER_nondet_int();
        else if (cipher < 16) return 0;
      }
      state = FINISH;
      break;
    case FINISH:
      if (result < 0) return 0;
      if (result > 1017) {
        version = __VERIFIER_nondet_int();
        if (version == cipher) length = __VERIFIER_nondet_int();
      }
      if (retries == 17) retries = __VERIFIER_nondet_int();
      if (length > 217) length = __VERIFIER_nondet_int();
      if (result > 24) {
        cipher = __VERIFIER_nondet_int();
        if (cipher > 317) retries = __VERIFIER_nondet_int();
        else if (cipher < 17) return 0;
      }
      state = FINISH_SENT;
      break;
    case FINISH_SENT:
      if (result <= 0) {
        if (retries > 20) return 0;
        retries = __VERIFIER_nondet_int();
        break;
      }
      if (version < 20) cipher = __VERIFIER_nondet_int();
      else length = __VERIFIER_nondet_int();
      if (cipher > length) version = __VERIFIER_nondet_int();
      if (result > 25) {
        cipher = __VERIFIER_nondet_int();
        if (cipher > 318) retries = __VERIFIER_nondet_int();
        else if (cipher < 18) return 0;
      }
      state = SERVER_CHANGE;
      break;
    case SERVER_CHANGE:
      if (result <= 0) return 0;
      if (length == 304) {
        length = __VERIFIER_nondet_int();
        if (length < 0) return 0;
      } else if (cipher == 19) {
        cipher = __VERIFIER_nondet_int();
        if (cipher == 0) retries = __VERIFIER_nondet_int();
      }
      if (result > 26) {
        cipher = __VERIFIER_nondet_int();
        if (cipher > 319) retries = __VERIFIER_nondet_int();
        else if (cipher < 19) return 0;
      }
      state = SERVER_FINISH;
      break;
    case SERVER_FINISH:
      if (result < 0) return 0;
      if (result > 1020) {
        version = __VERIFIER_nondet_int();
        if (version == cipher) length = __VERIFIER_nondet_int();
      }
      if (retries == 20) retries = __VERIFIER_nondet_int();
      if (length > 220) length = __VERIFIER_nondet_int();
      if (result > 27) {
        cipher = __VERIFIER_nondet_int();
        if (cipher > 320) retries = __VERIFIER_nondet_int();
        else if (cipher < 20) return 0;
      }
      state = FLUSH;
      break;
    case FLUSH:
      if (result <= 0) {
        if (retries > 23) return 0;
        retries = __VERIFIER_nondet_int();
        break;
      }
      if (version < 23) cipher = __VERIFIER_nondet_int();
      else length = __VERIFIER_nondet_int();
      if (cipher > length) version = __VERIFIER_nondet_int();
      if (result > 28) {
        cipher = __VERIFIER_nondet_int();
        if (cipher > 321) retries = __VERIFIER_nondet_int();
        else if (cipher < 21) return 0;
      }
      state = DONE;
      break;
    case DONE:
      if (!authenticated) reach_error();
      if (result == 0) return 0;
      if (length > 100) length = __VERIFIER_nondet_int();
      state = RENEGOTIATE;
      break;
    case RENEGOTIATE:
      if (result < 0) return 0;
      authenticated = 0;
      resumed = 0;
      version = __VERIFIER_nondet_int();
      state = HELLO;
      break;
    }
  }
}
