extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* A client's handshake. A ticket spares the certificate; a renegotiation forgets it. */
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
      if (result <= 0) {
        if (retries > 1) return 0;
        retries = __VERIFIER_nondet_int();
        break;
      }
      if (__VERIFIER_nondet_int() > 301) {
        if (cipher == 1) return 0;
        if (length < 16) length = __VERIFIER_nondet_int();
      } else if (version < 1) {
        if (__VERIFIER_nondet_int() == 0) return 0;
        cipher = __VERIFIER_nondet_int();
      }
      state = HELLO_SENT;
      break;
    case HELLO_SENT:
      if (result <= 0) return 0;
      if (length == 32) {
        if (__VERIFIER_nondet_int() < 0) return 0;
        length = __VERIFIER_nondet_int();
      } else if (cipher == 2) {
        if (__VERIFIER_nondet_int() > 2) return 0;
        if (version > 2) version = __VERIFIER_nondet_int();
      } else if (retries > 10) {
        if (__VERIFIER_nondet_int() == 2) return 0;
        retries = __VERIFIER_nondet_int();
      }
      state = SERVER_HELLO;
      break;
    case SERVER_HELLO:
      if (result < 0) return 0;
      if (result > 1003) {
        if (version == cipher) return 0;
        version = __VERIFIER_nondet_int();
      } else if (length > 203) {
        if (__VERIFIER_nondet_int() > 3) return 0;
        cipher = __VERIFIER_nondet_int();
        if (retries == 3) retries = __VERIFIER_nondet_int();
      }
      state = TICKET;
      break;
    case TICKET:
      if (result < 0) return 0;
      if (resumed) {
        state = FLUSH;
      } else if (result > 0) {
        resumed = 1;
        authenticated = 1;
        length = __VERIFIER_nondet_int();
        state = FLUSH;
      } else {
        cipher = __VERIFIER_nondet_int();
        state = SERVER_CERT;
      }
      break;
    case SERVER_CERT:
      if (result <= 0) {
        if (retries > 5) return 0;
        retries = __VERIFIER_nondet_int();
        break;
      }
      if (__VERIFIER_nondet_int() > 305) {
        if (cipher == 5) return 0;
        if (length < 80) length = __VERIFIER_nondet_int();
      } else if (version < 5) {
        if (__VERIFIER_nondet_int() == 0) return 0;
        cipher = __VERIFIER_nondet_int();
      }
      state = CERT_STATUS;
      break;
    case CERT_STATUS:
      if (result <= 0) return 0;
      if (length == 96) {
        if (__VERIFIER_nondet_int() < 0) return 0;
        length = __VERIFIER_nondet_int();
      } else if (cipher == 6) {
        if (__VERIFIER_nondet_int() > 6) return 0;
        if (version > 6) version = __VERIFIER_nondet_int();
      } else if (retries > 14) {
        if (__VERIFIER_nondet_int() == 6) return 0;
        retries = __VERIFIER_nondet_int();
      }
      state = SERVER_KEY;
      break;
    case SERVER_KEY:
      if (result < 0) return 0;
      if (result > 1007) {
        if (version == cipher) return 0;
        version = __VERIFIER_nondet_int();
      } else if (length > 207) {
        if (__VERIFIER_nondet_int() > 7) return 0;
        cipher = __VERIFIER_nondet_int();
        if (retries == 7) retries = __VERIFIER_nondet_int();
      }
      state = CERT_REQUEST;
      break;
    case CERT_REQUEST:
      if (result <= 0) {
        if (retries > 8) return 0;
        retries = __VERIFIER_nondet_int();
        break;
      }
      if (__VERIFIER_nondet_int() > 308) {
        if (cipher == 8) return 0;
        if (length < 128) length = __VERIFIER_nondet_int();
      } else if (version < 8) {
        if (__VERIFIER_nondet_int() == 0) return 0;
        cipher = __VERIFIER_nondet_int();
      }
      state = SERVER_DONE;
      break;
    case SERVER_DONE:
      if (result <= 0) return 0;
      if (length == 144) {
        if (__VERIFIER_nondet_int() < 0) return 0;
        length = __VERIFIER_nondet_int();
      } else if (cipher == 9) {
        if (__VERIFIER_nondet_int() > 9) return 0;
        if (version > 9) version = __VERIFIER_nondet_int();
      } else if (retries > 17) {
        if (__VERIFIER_nondet_int() == 9) return 0;
        retries = __VERIFIER_nondet_int();
      }
      state = CLIENT_CERT;
      break;
    case CLIENT_CERT:
      if (result < 0) return 0;
      if (result > 1010) {
        if (version == cipher) return 0;
        version = __VERIFIER_nondet_int();
      } else if (length > 210) {
        if (__VERIFIER_nondet_int() > 10) return 0;
        cipher = __VERIFIER_nondet_int();
        if (retries == 10) retries = __VERIFIER_nondet_int();
      }
      state = CLIENT_CERT_SENT;
      break;
    case CLIENT_CERT_SENT:
      if (result <= 0) {
        if (retries > 11) return 0;
        retries = __VERIFIER_nondet_int();
        break;
      }
      if (__VERIFIER_nondet_int() > 311) {
        if (cipher == 11) return 0;
        if (length < 176) length = __VERIFIER_nondet_int();
      } else if (version < 11) {
        if (__VERIFIER_nondet_int() == 0) return 0;
        cipher = __VERIFIER_nondet_int();
      }
      state = CLIENT_KEY;
      break;
    case CLIENT_KEY:
      if (result <= 0) return 0;
      if (length == 192) {
        if (__VERIFIER_nondet_int() < 0) return 0;
        length = __VERIFIER_nondet_int();
      } else if (cipher == 12) {
        if (__VERIFIER_nondet_int() > 12) return 0;
        if (version > 12) version = __VERIFIER_nondet_int();
      } else if (retries > 20) {
        if (__VERIFIER_nondet_int() == 12) return 0;
        retries = __VERIFIER_nondet_int();
      }
      state = CLIENT_KEY_SENT;
      break;
    case CLIENT_KEY_SENT:
      if (result < 0) return 0;
      if (result > 1013) {
        if (version == cipher) return 0;
        version = __VERIFIER_nondet_int();
      } else if (length > 213) {
        if (__VERIFIER_nondet_int() > 13) return 0;
        cipher = __VERIFIER_nondet_int();
        if (retries == 13) retries = __VERIFIER_nondet_int();
      }
      state = CERT_VERIFY;
      break;
    case CERT_VERIFY:
      if (result <= 0) {
        if (retries > 14) return 0;
        retries = __VERIFIER_nondet_int();
        break;
      }
      if (__VERIFIER_nondet_int() > 314) {
        if (cipher == 14) return 0;
        if (length < 224) length = __VERIFIER_nondet_int();
      } else if (version < 14) {
        if (__VERIFIER_nondet_int() == 0) return 0;
        cipher = __VERIFIER_nondet_int();
      }
      authenticated = 1;
      state = CERT_VERIFIED;
      break;
    case CERT_VERIFIED:
      if (result <= 0) return 0;
      if (length == 240) {
        if (__VERIFIER_nondet_int() < 0) return 0;
        length = __VERIFIER_nondet_int();
      } else if (cipher == 15) {
        if (__VERIFIER_nondet_int() > 15) return 0;
        if (version > 15) version = __VERIFIER_nondet_int();
      } else if (retries > 23) {
        if (__VERIFIER_nondet_int() == 15) return 0;
        retries = __VERIFIER_nondet_int();
      }
      state = CHANGE_CIPHER;
      break;
    case CHANGE_CIPHER:
      if (result < 0) return 0;
      if (result > 1016) {
        if (version == cipher) return 0;
        version = __VERIFIER_nondet_int();
      } else if (length > 216) {
        if (__VERIFIER_nondet_int() > 16) return 0;
        cipher = __VERIFIER_nondet_int();
        if (retries == 16) retries = __VERIFIER_nondet_int();
      }
      state = CHANGE_CIPHER_SENT;
      break;
    case CHANGE_CIPHER_SENT:
      if (result <= 0) {
        if (retries > 17) return 0;
        retries = __VERIFIER_nondet_int();
        break;
      }
      if (__VERIFIER_nondet_int() > 317) {
        if (cipher == 17) return 0;
        if (length < 272) length = __VERIFIER_nondet_int();
      } else if (version < 17) {
        if (__VERIFIER_nondet_int() == 0) return 0;
        cipher = __VERIFIER_nondet_int();
      }
      state = FINISH;
      break;
    case FINISH:
      if (result <= 0) return 0;
      if (length == 288) {
        if (__VERIFIER_nondet_int() < 0) return 0;
        length = __VERIFIER_nondet_int();
      } else if (cipher == 18) {
        if (__VERIFIER_nondet_int() > 18) return 0;
        if (version > 18) version = __VERIFIER_nondet_int();
      } else if (retries > 26) {
        if (__VERIFIER_nondet_int() == 18) return 0;
        retries = __VERIFIER_nondet_int();
      }
      state = FINISH_SENT;
      break;
    case FINISH_SENT:
      if (result < 0) return 0;
      if (result > 1019) {
        if (version == cipher) return 0;
        version = __VERIFIER_nondet_int();
      } else if (length > 219) {
        if (__VERIFIER_nondet_int() > 19) return 0;
        cipher = __VERIFIER_nondet_int();
        if (retries == 19) retries = __VERIFIER_nondet_int();
      }
      state = SERVER_CHANGE;
      break;
    case SERVER_CHANGE:
      if (result <= 0) {
        if (retries > 20) return 0;
        retries = __VERIFIER_nondet_int();
        break;
      }
      if (__VERIFIER_nondet_int() > 320) {
        if (cipher == 20) return 0;
        if (length < 320) length = __VERIFIER_nondet_int();
      } else if (version < 20) {
        if (__VERIFIER_nondet_int() == 0) return 0;
        cipher = __VERIFIER_nondet_int();
      }
      state = SERVER_FINISH;
      break;
    case SERVER_FINISH:
      if (result <= 0) return 0;
      if (length == 336) {
        if (__VERIFIER_nondet_int() < 0) return 0;
        length = __VERIFIER_nondet_int();
      } else if (cipher == 21) {
        if (__VERIFIER_nondet_int() > 21) return 0;
        if (version > 21) version = __VERIFIER_nondet_int();
      } else if (retries > 29) {
        if (__VERIFIER_nondet_int() == 21) return 0;
        retries = __VERIFIER_nondet_int();
      }
      state = FLUSH;
      break;
    case FLUSH:
      if (result < 0) return 0;
      if (result > 1022) {
        if (version == cipher) return 0;
        version = __VERIFIER_nondet_int();
      } else if (length > 222) {
        if (__VERIFIER_nondet_int() > 22) return 0;
        cipher = __VERIFIER_nondet_int();
        if (retries == 22) retries = __VERIFIER_nondet_int();
      }
      state = DONE;
      break;
    case DONE:
      if (!authenticated) reach_error();
      if (result == 0) return 0;
      if (length > 100) length = 0;
      state = RENEGOTIATE;
      break;
    case RENEGOTIATE:
      if (result < 0) return 0;
      if (__VERIFIER_nondet_int() == retries) return 0;
      if (__VERIFIER_nondet_int() == length) return 0;
      authenticated = 0;
      resumed = 0;
      version = __VERIFIER_nondet_int();
      state = HELLO;
      break;
    }
  }
}
