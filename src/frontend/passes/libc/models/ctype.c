/* ctype.h and wctype.h in the "C" locale: the functions, and the tables that glibc's macros read. */
#define MODEL __attribute__((weak))

#define UPPER 0x100
#define LOWER 0x200
#define ALPHA 0x400
#define DIGIT 0x800
#define XDIGIT 0x1000
#define SPACE 0x2000
#define PRINT 0x4000
#define GRAPH 0x8000
#define BLANK 0x1
#define CNTRL 0x2
#define PUNCT 0x4
#define ALNUM 0x8

MODEL int isupper(int c) { return c >= 'A' && c <= 'Z'; }
MODEL int islower(int c) { return c >= 'a' && c <= 'z'; }
MODEL int isdigit(int c) { return c >= '0' && c <= '9'; }
MODEL int isalpha(int c) { return isupper(c) || islower(c); }
MODEL int isalnum(int c) { return isalpha(c) || isdigit(c); }
MODEL int isblank(int c) { return c == ' ' || c == '\t'; }
MODEL int isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
MODEL int iscntrl(int c) { return (c >= 0 && c < ' ') || c == 127; }
MODEL int isprint(int c) { return c >= ' ' && c < 127; }
MODEL int isgraph(int c) { return c > ' ' && c < 127; }
MODEL int ispunct(int c) { return isgraph(c) && !isalnum(c); }
MODEL int isxdigit(int c) {
  return isdigit(c) || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
}
MODEL int toupper(int c) { return islower(c) ? c ^ 32 : c; }
MODEL int tolower(int c) { return isupper(c) ? c ^ 32 : c; }

/* wctype.h. */
MODEL int iswalnum(unsigned c) { return isalnum((int)c); }
MODEL int iswalpha(unsigned c) { return isalpha((int)c); }
MODEL int iswblank(unsigned c) { return isblank((int)c); }
MODEL int iswcntrl(unsigned c) { return iscntrl((int)c); }
MODEL int iswdigit(unsigned c) { return isdigit((int)c); }
MODEL int iswgraph(unsigned c) { return isgraph((int)c); }
MODEL int iswlower(unsigned c) { return islower((int)c); }
MODEL int iswprint(unsigned c) { return isprint((int)c); }
MODEL int iswpunct(unsigned c) { return ispunct((int)c); }
MODEL int iswspace(unsigned c) { return isspace((int)c); }
MODEL int iswupper(unsigned c) { return isupper((int)c); }
MODEL int iswxdigit(unsigned c) { return isxdigit((int)c); }
MODEL unsigned towlower(unsigned c) { return (unsigned)tolower((int)c); }
MODEL unsigned towupper(unsigned c) { return (unsigned)toupper((int)c); }

/* Index 128 is the character 0, index 127 is EOF. */
static const unsigned short classes[384] = {
    [128 ... 136] = CNTRL,
    [137] = CNTRL | SPACE | BLANK,
    [138 ... 141] = CNTRL | SPACE,
    [142 ... 159] = CNTRL,
    [160] = SPACE | PRINT | BLANK,
    [161 ... 175] = PRINT | GRAPH | PUNCT,
    [176 ... 185] = DIGIT | XDIGIT | PRINT | GRAPH | ALNUM,
    [186 ... 192] = PRINT | GRAPH | PUNCT,
    [193 ... 198] = UPPER | ALPHA | XDIGIT | PRINT | GRAPH | ALNUM,
    [199 ... 218] = UPPER | ALPHA | PRINT | GRAPH | ALNUM,
    [219 ... 224] = PRINT | GRAPH | PUNCT,
    [225 ... 230] = LOWER | ALPHA | XDIGIT | PRINT | GRAPH | ALNUM,
    [231 ... 250] = LOWER | ALPHA | PRINT | GRAPH | ALNUM,
    [251 ... 254] = PRINT | GRAPH | PUNCT,
    [255] = CNTRL,
};
static const unsigned short *classes_at_zero = classes + 128;
MODEL const unsigned short **__ctype_b_loc(void) { return &classes_at_zero; }

/* Of characters that are passed as `char` glibc's macros read other tables, with optimisation. */
#define FROM4(n) n, n + 1, n + 2, n + 3
#define FROM16(n) FROM4(n), FROM4(n + 4), FROM4(n + 8), FROM4(n + 12)
#define FROM64(n) FROM16(n), FROM16(n + 16), FROM16(n + 32), FROM16(n + 48)
/* Those of numbers below 0 are the characters that these are as `unsigned char`, but for EOF. */
#define BELOW FROM64(128), FROM16(192), FROM16(208), FROM16(224), FROM4(240), FROM4(244), FROM4(248), 252, 253, 254, -1
/* The letters, and what is behind them up to the next 32. */
#define LETTERS(n) FROM16(n), FROM4(n + 16), FROM4(n + 20), n + 24, n + 25
static const int lower[] = {
    BELOW, FROM64(0), 64, LETTERS('a'), 91, FROM4(92), FROM16(96), FROM16(112), FROM64(128), FROM64(192),
};
static const int upper[] = {
    BELOW, FROM64(0), 64, LETTERS('A'), 91, FROM4(92), 96, LETTERS('A'), 123, FROM4(124), FROM64(128), FROM64(192),
};
static const int *lower_at_zero = lower + 128, *upper_at_zero = upper + 128;
MODEL const int **__ctype_tolower_loc(void) { return &lower_at_zero; }
MODEL const int **__ctype_toupper_loc(void) { return &upper_at_zero; }
