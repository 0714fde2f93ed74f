#ifndef FACEPLATE_EXCHANGE_H
#define FACEPLATE_EXCHANGE_H

/// Gives two files each other's name in one step.
///
/// Returns 0, or -1 with `errno`: `EINVAL` or `ENOSYS` where the file system or the system cannot do that.
int faceplate_exchange(const char *first, const char *second);

#endif
