// The limit that the Swift server is measured against: the same bytes, sent by C alone.
//
//     cc -O2 -o bare bare.c -lmicrohttpd && ./bare PORT BODY-FILE HEADERS-FILE [DAEMONS]
//
// The headers file holds one `Name: value` a line. Runs until it is killed.

#define _GNU_SOURCE
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct MHD_Response *response;
static int marker;

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *data,
                              size_t *size, void **request) {
    (void)context, (void)url, (void)method, (void)version, (void)data;
    if (*request == NULL) {
        // Queued in this first call, the answer would close the connection.
        *request = &marker;
        return MHD_YES;
    }
    if (*size > 0) {
        *size = 0;
        return MHD_YES;
    }
    return MHD_queue_response(connection, 200, response);
}

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static char *contents(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) fail(path);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*size + 1);
    if (bytes == NULL || fread(bytes, 1, *size, file) != *size) fail(path);
    bytes[*size] = 0;
    fclose(file);
    return bytes;
}

static void add_headers(char *lines) {
    for (char *line = strtok(lines, "\r\n"); line != NULL; line = strtok(NULL, "\r\n")) {
        char *value = strchr(line, ':');
        if (value == NULL) continue;
        *value++ = 0;
        while (*value == ' ') value++;
        if (MHD_add_response_header(response, line, value) != MHD_YES) {
            fprintf(stderr, "refused header: %s\n", line);
            exit(1);
        }
    }
}

static int open_socket(int port) {
    int one = 1, listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 1024))
        fail("bind");
    return listener;
}

int main(int count, char **words) {
    if (count < 4) {
        fprintf(stderr, "usage: bare PORT BODY-FILE HEADERS-FILE [DAEMONS]\n");
        return 64;
    }
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int daemons = count > 4 ? atoi(words[4]) : (int)(cores < 4 ? cores : 4);
    size_t size, ignored;
    char *body = contents(words[2], &size);
    response = MHD_create_response_from_buffer(size, body, MHD_RESPMEM_PERSISTENT);
    add_headers(contents(words[3], &ignored));
    int listener = open_socket(atoi(words[1]));
    for (int i = 0; i < daemons; i++) {
        if (MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC, 0, NULL, NULL, answer,
                             NULL, MHD_OPTION_LISTEN_SOCKET, dup(listener),
                             MHD_OPTION_CONNECTION_LIMIT, 1000u,
                             MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)24576,
                             MHD_OPTION_CONNECTION_TIMEOUT, 30u, MHD_OPTION_END) == NULL)
            fail("MHD_start_daemon");
    }
    for (;;) pause();
}
