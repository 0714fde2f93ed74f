// What Swift cannot call of libmicrohttpd: its variadic functions, with typed parameters.

#ifndef CMICROHTTPD_SHIM_H
#define CMICROHTTPD_SHIM_H

#include <microhttpd.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#ifdef __linux__
#include <sys/epoll.h> // Which Swift's Glibc module leaves out.
#endif
#ifdef __GLIBC__
#include <malloc.h> // The same.
#endif

#if MHD_VERSION < 0x00097500
#error "libmicrohttpd 0.9.75 or later is needed."
#endif

/// Where libmicrohttpd's own messages go; it must outlive the daemon.
struct cmicrohttpd_log {
    void (*write)(void *context, const char *text);
    void *context;
};

/// The options of one daemon. `context` is the first argument of each callback but the logger.
struct cmicrohttpd_options {
    int listen_socket;
    unsigned int connection_limit;
    size_t connection_memory;
    unsigned int idle_seconds;
    struct cmicrohttpd_log *log;
    void *context;
    MHD_AccessHandlerCallback access;
    void *(*target)(void *context, const char *uri, struct MHD_Connection *connection);
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connection;
    /// The versions and ciphers of TLS, in the notation of GnuTLS; NULL without TLS.
    const char *tls;
};

/// Formats one message: a va_list is the C compiler's own.
static inline void cmicrohttpd_format(void *log, const char *format, va_list arguments) {
    char text[512];
    struct cmicrohttpd_log *to = (struct cmicrohttpd_log *)log;
    if (vsnprintf(text, sizeof text, format, arguments) < 0) return;
    to->write(to->context, text);
}

/// The callback that libmicrohttpd needs with TLS; each connection has a certificate of the caller's instead.
static inline int cmicrohttpd_no_certificate(void) { return -1; }

/// MHD_start_daemon: one thread, epoll where there is one, on a listening socket of the caller's.
static inline struct MHD_Daemon *cmicrohttpd_start(const struct cmicrohttpd_options *options) {
#ifdef __linux__
    unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD;
#else
    unsigned int flags = MHD_USE_AUTO_INTERNAL_THREAD;
#endif
    if (options->tls) flags |= MHD_USE_TLS;
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)options->tls},
        {MHD_OPTION_HTTPS_CERT_CALLBACK, 0, (void *)cmicrohttpd_no_certificate},
        {MHD_OPTION_END, 0, NULL},
    };
    // The logger comes first, so that complaints about the other options reach it.
    return MHD_start_daemon(
        flags | MHD_USE_ITC | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, NULL, NULL,
        options->access, options->context,
        MHD_OPTION_EXTERNAL_LOGGER, cmicrohttpd_format, (void *)options->log,
        MHD_OPTION_LISTEN_SOCKET, (MHD_socket)options->listen_socket,
        MHD_OPTION_CONNECTION_LIMIT, options->connection_limit,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->connection_memory,
        MHD_OPTION_CONNECTION_TIMEOUT, options->idle_seconds,
        MHD_OPTION_STRICT_FOR_CLIENT, (int)0,
        MHD_OPTION_URI_LOG_CALLBACK, options->target, options->context,
        MHD_OPTION_NOTIFY_COMPLETED, options->completed, options->context,
        MHD_OPTION_NOTIFY_CONNECTION, options->connection, options->context,
        MHD_OPTION_ARRAY, options->tls ? tls : tls + 2,
        MHD_OPTION_END);
}

/// MHD_get_connection_info: what the connection callback stored, NULL when nothing was.
static inline void *cmicrohttpd_socket_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/// MHD_get_connection_info: the client's socket, -1 when there is none.
static inline int cmicrohttpd_descriptor(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? (int)info->connect_fd : -1;
}

/// MHD_get_connection_info: the bytes of a head that is here as a whole, 0 when none is.
static inline size_t cmicrohttpd_head_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}

/// MHD_get_connection_info: the `gnutls_session_t` of the connection, NULL without TLS.
static inline void *cmicrohttpd_tls_session(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
    return info ? info->tls_session : NULL;
}

/// MHD_get_connection_info: the client's address, NULL when there is none.
static inline const struct sockaddr *cmicrohttpd_client(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

#endif
