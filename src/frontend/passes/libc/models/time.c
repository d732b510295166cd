/* time.h: calendar time (C17 7.27.2, 7.27.3), in seconds since 1970 as POSIX counts them. Local
   time is that of a zone of the surroundings: what it differs from UTC by, and whether it is that
   of summer, may be another each time. */
#include "blocks.h"

extern void __VERIFIER_assume(int);
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int *__errno_location(void);

#define EOVERFLOW 75

/* As in glibc. */
typedef long time_t;
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
};

/* The quotient by a constant, rounded down. */
#define FLOOR(n, by) (((n) >= 0 ? (n) : (n) - ((by) - 1)) / (by))

/* The days from 1 January 1970 to the first one of a month, which counts from 0. Years begin in
   March here, and come in groups of 400 with 146,097 days. */
static long long days_to(long long year, int month) {
  if (month < 2) year--;
  long long group = FLOOR(year, 400);
  int of_group = (int)(year - group * 400);
  int of_year = (153 * (month < 2 ? month + 10 : month - 2) + 2) / 5;
  return group * 146097 + of_group * 365 + of_group / 4 - of_group / 100 + of_year - 719468;
}

static void know(int n, int most) { __VERIFIER_assume(n >= 0 && n <= most); }

/* The parts of a time; whether its year has a number. */
static _Bool parts(long long time, struct tm *to) {
  /* Years of 32 bits end before. */
  if (time > 1ll << 56 || time < -(1ll << 56)) return 0;
  long long days = FLOOR(time, 86400);
  int second = (int)(time - days * 86400);
  long long group = FLOOR(days + 719468, 146097);
  int day = (int)(days + 719468 - group * 146097);
  int of_group = (day - day / 1460 + day / 36524 - day / 146096) / 365;
  int of_year = day - (365 * of_group + of_group / 4 - of_group / 100);
  int month = (5 * of_year + 2) / 153;
  long long year = group * 400 + of_group + (month >= 10) - 1900;
  if (year != (int)year) return 0;
  /* The year of the calendar has a day more if it is that in which this one of March began. */
  _Bool is_long = of_group % 4 == 0 && (of_group % 100 != 0 || of_group == 0);
  to->tm_sec = second % 60;
  to->tm_min = second / 60 % 60;
  to->tm_hour = second / 3600;
  to->tm_mday = of_year - (153 * month + 2) / 5 + 1;
  to->tm_mon = month < 10 ? month + 2 : month - 10;
  to->tm_year = (int)year;
  to->tm_wday = (int)(days + 4 - FLOOR(days + 4, 7) * 7);
  to->tm_yday = month < 10 ? of_year + 59 + is_long : of_year - 306;
  /* All of this is so; who proves something of a date need not find it out. */
  know(to->tm_sec, 59);
  know(to->tm_min, 59);
  know(to->tm_hour, 23);
  know(to->tm_mday - 1, 30);
  know(to->tm_mon, 11);
  know(to->tm_wday, 6);
  know(to->tm_yday, 365);
  return 1;
}

/* Any number of seconds up to a day, and two hours for the summer. */
static int zone(void) {
  int seconds = __VERIFIER_nondet_int();
  return seconds >= -93600 && seconds <= 93600 ? seconds : 0;
}

static char name[7];

/* The parts of a time in some zone. */
static _Bool in_zone(long long time, int ahead, struct tm *to) {
  if (time > 1ll << 56 || time < -(1ll << 56) || !parts(time + ahead, to)) return 0;
  for (unsigned i = 0; i + 1 < sizeof name; i++) name[i] = (char)__VERIFIER_nondet_uchar();
  to->tm_isdst = __VERIFIER_nondet_bool();
  to->tm_gmtoff = ahead;
  to->tm_zone = name;
  return 1;
}

static void *too_large(void) {
  *__errno_location() = EOVERFLOW;
  return 0;
}

MODEL struct tm *gmtime_r(const time_t *time, struct tm *to) {
  if (!parts(*time, to)) return too_large();
  to->tm_isdst = 0;
  to->tm_gmtoff = 0;
  to->tm_zone = "GMT";
  return to;
}

MODEL struct tm *localtime_r(const time_t *time, struct tm *to) {
  return in_zone(*time, zone(), to) ? to : too_large();
}

/* Both give the same place (7.27.3p1). */
static struct tm last;
MODEL struct tm *gmtime(const time_t *time) { return gmtime_r(time, &last); }
MODEL struct tm *localtime(const time_t *time) { return localtime_r(time, &last); }

/* The time that parts say, which may lie out of their ranges. */
static long long sum(const struct tm *of) {
  long long months = of->tm_mon, years = FLOOR(months, 12);
  long long days = days_to(of->tm_year + 1900ll + years, (int)(months - years * 12));
  days += of->tm_mday - 1ll;
  return days * 86400 + of->tm_hour * 3600ll + of->tm_min * 60ll + of->tm_sec;
}

static time_t no_time(void) {
  too_large();
  return -1;
}

MODEL time_t timegm(struct tm *of) {
  long long time = sum(of);
  if (time != (time_t)time || !parts(time, of)) return no_time();
  of->tm_isdst = 0;
  of->tm_gmtoff = 0;
  of->tm_zone = "GMT";
  return (time_t)time;
}

/* In summer the parts may say a time of another hour than they did before. */
MODEL time_t mktime(struct tm *of) {
  int ahead = zone(), moved = __VERIFIER_nondet_int();
  if (moved < -7200 || moved > 7200) moved = 0;
  long long time = sum(of) - ahead;
  if (time != (time_t)time || !in_zone(time, ahead + moved, of)) return no_time();
  return (time_t)time;
}

/* Exact, and rounded once. */
MODEL double difftime(time_t end, time_t begin) {
#ifdef __SIZEOF_INT128__
  return (double)((__int128)end - begin);
#else
  return (double)((long long)end - begin);
#endif
}
