/*
 * Between a process and its disk (LD_PRELOAD): writes down what is written and synced below one folder, in order, and makes
 * syncs or writes fail while a control file says so. Linux; paths are read from /proc.
 *
 * A record: kind (1), length of path (2), offset (8), length of data (4), path, data; little endian.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) __typeof__(name) *real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int log_handle = -2;

static int below_folder(const char *path) {
  const char *folder = getenv("CLOSEOUT_DISK_FOLDER");
  return folder != NULL && strncmp(path, folder, strlen(folder)) == 0;
}
static int path_of(int handle, char *path, size_t size) {
  char link[40];
  snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
  ssize_t length = readlink(link, path, size - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return handle == 1 || below_folder(path);
}

static void note(char kind, const char *path, uint64_t offset, const void *data, uint32_t length) {
  const char *log = getenv("CLOSEOUT_DISK_LOG");
  if (log == NULL) return;
  int saved = errno;
  pthread_mutex_lock(&lock);
  if (log_handle == -2) log_handle = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  uint16_t path_length = (uint16_t)strlen(path);
  struct iovec parts[6] = {{&kind, 1},   {&path_length, 2},           {&offset, 8},
                           {&length, 4}, {(void *)path, path_length}, {(void *)data, length}};
  if (writev(log_handle, parts, 6) < 0) abort();
  pthread_mutex_unlock(&lock);
  errno = saved;
}

/* The control file holds the name of what fails: "sync" or "write". Only the journal's files fail. */
static int fails(const char *path, const char *what) {
  const char *control = getenv("CLOSEOUT_DISK_FAILS");
  if (control == NULL || strstr(path, "journal.sqlite") == NULL) return 0;
  int handle = open(control, O_RDONLY | O_CLOEXEC);
  if (handle < 0) return 0;
  char said[16] = {0};
  ssize_t length = read(handle, said, sizeof said - 1);
  close(handle);
  if (length <= 0 || strncmp(said, what, strlen(what)) != 0) return 0;
  errno = EIO;
  return 1;
}

static int synced(int handle, int (*real)(int)) {
  char path[4096];
  if (!path_of(handle, path, sizeof path)) return real(handle);
  if (fails(path, "sync")) {
    note('F', path, 0, "", 0);
    return -1;
  }
  int result = real(handle);
  if (result == 0) note('S', path, 0, "", 0);
  return result;
}
int fsync(int handle) {
  REAL(fsync);
  return synced(handle, real);
}
int fdatasync(int handle) {
  REAL(fdatasync);
  return synced(handle, real);
}

static ssize_t written(int handle, const void *data, size_t size, off64_t offset, ssize_t result) {
  char path[4096];
  if (result > 0 && path_of(handle, path, sizeof path)) note('W', path, (uint64_t)offset, data, (uint32_t)result);
  (void)size;
  return result;
}
static int refuses(int handle) {
  char path[4096];
  return path_of(handle, path, sizeof path) && fails(path, "write");
}
ssize_t pwrite64(int handle, const void *data, size_t size, off64_t offset) {
  REAL(pwrite64);
  if (refuses(handle)) return -1;
  return written(handle, data, size, offset, real(handle, data, size, offset));
}
ssize_t pwrite(int handle, const void *data, size_t size, off_t offset) {
  REAL(pwrite);
  if (refuses(handle)) return -1;
  return written(handle, data, size, offset, real(handle, data, size, offset));
}
ssize_t write(int handle, const void *data, size_t size) {
  REAL(write);
  if (handle != 1 && refuses(handle)) return -1;
  off64_t offset = handle == 1 ? 0 : lseek64(handle, 0, SEEK_CUR);
  return written(handle, data, size, offset < 0 ? 0 : offset, real(handle, data, size));
}
static int cut(int handle, off64_t length, int result) {
  char path[4096];
  if (result == 0 && path_of(handle, path, sizeof path)) note('T', path, (uint64_t)length, "", 0);
  return result;
}
int ftruncate64(int handle, off64_t length) {
  REAL(ftruncate64);
  return cut(handle, length, real(handle, length));
}
int ftruncate(int handle, off_t length) {
  REAL(ftruncate);
  return cut(handle, length, real(handle, length));
}
int rename(const char *from, const char *to) {
  REAL(rename);
  int result = real(from, to);
  if (result == 0 && below_folder(from)) note('R', from, 0, to, (uint32_t)strlen(to));
  return result;
}
int unlink(const char *path) {
  REAL(unlink);
  int result = real(path);
  if (result == 0 && below_folder(path)) note('U', path, 0, "", 0);
  return result;
}
