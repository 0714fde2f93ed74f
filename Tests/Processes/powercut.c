// What a program writes into the files of one folder, and when it waits for the disk: preloaded by
// test_power_cut.py, which takes away afterwards what was never waited for, as a power cut may.
//
// Each record of POWERCUT_LOG is a line and its bytes:
//   W INDEX OFFSET LENGTH OLD\n  then LENGTH bytes as written, then OLD bytes as they were before
//   T INDEX SIZE OLD\n           a file cut or grown to SIZE, then OLD bytes that were behind it
//   S INDEX\n                    everything of the file is on disk
//   F INDEX LENGTH\n             then LENGTH bytes: the path that INDEX stands for from now on
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int out = -1;
static size_t known = 0;
static char paths[64][PATH_MAX];

static void raw(const void *bytes, size_t length) {
    static ssize_t (*next)(int, const void *, size_t);
    if (!next) next = dlsym(RTLD_NEXT, "write");
    const char *at = bytes;
    while (length > 0) {
        ssize_t count = next(out, at, length);
        if (count <= 0) abort();
        at += count;
        length -= (size_t)count;
    }
}

// The number of a file of the folder; -1 for any other.
static int indexOf(int fd) {
    const char *folder = getenv("POWERCUT_FOLDER"), *log = getenv("POWERCUT_LOG");
    if (!folder || !log) return -1;
    char name[64], path[PATH_MAX];
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(name, path, sizeof path - 1);
    if (length <= 0) return -1;
    path[length] = 0;
    if (strncmp(path, folder, strlen(folder)) != 0 || strcmp(path, log) == 0) return -1;
    for (size_t index = 0; index < known; index++)
        if (strcmp(paths[index], path) == 0) return (int)index;
    if (known == 64) return -1;
    if (out < 0) out = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (out < 0) abort();
    strcpy(paths[known], path);
    char line[64];
    raw(line, (size_t)snprintf(line, sizeof line, "F %zu %zd\n", known, length));
    raw(path, (size_t)length);
    return (int)known++;
}

static ssize_t recorded(int fd, const void *bytes, size_t length, off_t offset) {
    static ssize_t (*next)(int, const void *, size_t, off_t);
    if (!next) next = dlsym(RTLD_NEXT, "pwrite64");
    pthread_mutex_lock(&lock);
    int index = indexOf(fd);
    char *old = index < 0 ? NULL : malloc(length);
    ssize_t before = 0;
    if (old) {
        // A descriptor that only writes cannot be asked.
        int reading = open(paths[index], O_RDONLY | O_CLOEXEC);
        if (reading >= 0) {
            before = pread(reading, old, length, offset);
            close(reading);
        }
        if (before < 0) before = 0;
    }
    ssize_t count = next(fd, bytes, length, offset);
    if (old && count > 0) {
        if (before > count) before = count;
        char line[128];
        raw(line, (size_t)snprintf(line, sizeof line, "W %d %lld %zd %zd\n", index,
                                   (long long)offset, count, before));
        raw(bytes, (size_t)count);
        raw(old, (size_t)before);
    }
    free(old);
    pthread_mutex_unlock(&lock);
    return count;
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t offset) {
    return recorded(fd, bytes, length, offset);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
    return recorded(fd, bytes, length, offset);
}

static int cut(int fd, off_t size) {
    static int (*next)(int, off_t);
    if (!next) next = dlsym(RTLD_NEXT, "ftruncate64");
    pthread_mutex_lock(&lock);
    int index = indexOf(fd);
    struct stat status;
    char *old = NULL;
    ssize_t length = 0;
    if (index >= 0 && fstat(fd, &status) == 0 && status.st_size > size) {
        old = malloc((size_t)(status.st_size - size));
        int reading = open(paths[index], O_RDONLY | O_CLOEXEC);
        if (old && reading >= 0)
            length = pread(reading, old, (size_t)(status.st_size - size), size);
        if (reading >= 0) close(reading);
        if (length < 0) length = 0;
    }
    int result = next(fd, size);
    if (index >= 0 && result == 0) {
        char line[128];
        raw(line, (size_t)snprintf(line, sizeof line, "T %d %lld %zd\n", index, (long long)size, length));
        raw(old, (size_t)length);
    }
    free(old);
    pthread_mutex_unlock(&lock);
    return result;
}

int ftruncate64(int fd, off_t size) { return cut(fd, size); }
int ftruncate(int fd, off_t size) { return cut(fd, size); }

static int synced(int fd, const char *name) {
    int (*next)(int) = dlsym(RTLD_NEXT, name);
    int result = next(fd);
    pthread_mutex_lock(&lock);
    int index = result == 0 ? indexOf(fd) : -1;
    if (index >= 0) {
        char line[32];
        raw(line, (size_t)snprintf(line, sizeof line, "S %d\n", index));
    }
    pthread_mutex_unlock(&lock);
    return result;
}

int fsync(int fd) { return synced(fd, "fsync"); }
int fdatasync(int fd) { return synced(fd, "fdatasync"); }
