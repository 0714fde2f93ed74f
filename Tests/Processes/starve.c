// Takes from a running program what it needs: preloaded by test_starved.py. STARVE names a file of three
// numbers of 64 bits, which the test writes while the program runs:
//   0  the seconds that the wall clock is wrong by
//   1  N, where each N-th allocation by libmicrohttpd and SQLite fails; 0 where none does
//   2  1 where no copy of a database can be made, as on a full disk
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>

static volatile int64_t nothing[3];
static volatile int64_t *wishes = nothing;
static _Atomic uint64_t asked = 0;
static uintptr_t starts[2], ends[2];


extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

// Where the code of the two libraries is, from /proc/self/maps, without allocating.
static void find_libraries(void) {
    static char text[1 << 20];
    int file = open("/proc/self/maps", O_RDONLY);
    if (file < 0) return;
    ssize_t size = 0, count;
    extern ssize_t read(int, void *, size_t);
    extern int close(int);
    while ((count = read(file, text + size, sizeof text - 1 - (size_t)size)) > 0) size += count;
    close(file);
    text[size] = 0;
    static const char *names[2] = {"libmicrohttpd.so", "libsqlite3.so"};
    for (char *line = text, *end; line && *line; line = end ? end + 1 : NULL) {
        end = strchr(line, '\n');
        if (end) *end = 0;
        for (int index = 0; index < 2; index++) {
            if (!strstr(line, names[index])) continue;
            char *dash;
            uintptr_t low = strtoull(line, &dash, 16), high = strtoull(dash + 1, NULL, 16);
            if (!starts[index] || low < starts[index]) starts[index] = low;
            if (high > ends[index]) ends[index] = high;
        }
    }
}

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("STARVE");
    if (!path) return;
    find_libraries();
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) abort();
    void *map = mmap(NULL, sizeof nothing, PROT_READ, MAP_SHARED, file, 0);
    if (map == MAP_FAILED) abort();
    wishes = map;
}

static int fails(void *caller) {
    if (!wishes[1]) return 0;
    uintptr_t at = (uintptr_t)caller;
    for (int index = 0; index < 2; index++)
        if (at >= starts[index] && at < ends[index])
            return (atomic_fetch_add(&asked, 1) + 1) % (uint64_t)wishes[1] == 0;
    return 0;
}

void *malloc(size_t size) {
    if (!fails(__builtin_return_address(0))) return __libc_malloc(size);
    errno = ENOMEM;
    return NULL;
}

void *calloc(size_t count, size_t size) {
    if (!fails(__builtin_return_address(0))) return __libc_calloc(count, size);
    errno = ENOMEM;
    return NULL;
}

void *realloc(void *old, size_t size) {
    if (!fails(__builtin_return_address(0))) return __libc_realloc(old, size);
    errno = ENOMEM;
    return NULL;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*next)(clockid_t, struct timespec *);
    if (!next) next = dlsym(RTLD_NEXT, "clock_gettime");
    int result = next(clock, time);
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) time->tv_sec += wishes[0];
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    (void)zone;
    now->tv_sec = time.tv_sec;
    now->tv_usec = time.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}

static int is_full(const char *path, int flags) {
    if (!wishes[2] || !(flags & O_CREAT) || !strstr(path, "-backup-")) return 0;
    errno = ENOSPC;
    return 1;
}

#define OPEN(name)                                                                                \
    int name(const char *path, int flags, ...) {                                                  \
        static int (*next)(const char *, int, ...);                                               \
        if (!next) next = dlsym(RTLD_NEXT, #name);                                                \
        va_list list;                                                                             \
        va_start(list, flags);                                                                    \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(list, mode_t) : 0;                 \
        va_end(list);                                                                             \
        return is_full(path, flags) ? -1 : next(path, flags, mode);                               \
    }
OPEN(open)
OPEN(open64)
