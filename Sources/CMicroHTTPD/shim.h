#include <microhttpd.h>
#include <string.h>

// MHD_start_daemon takes its options as a variable argument list, which Swift can't write.

/// What the daemon calls back with; `context` comes first in each call.
struct http_callbacks {
  void *context;
  /// Gets the request's target as it was sent; what it answers is the request's own context from then on.
  void *(*target)(void *context, const char *target, struct MHD_Connection *connection);
  MHD_AccessHandlerCallback handle;
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection;
};

struct http_limits {
  unsigned connection_count;
  unsigned idle_seconds;
  size_t header_bytes;
  size_t stack_bytes;
};

/// Leaves escapes in a target alone: the library's own decoder would end a path at %00.
static inline size_t http_keep_escapes(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

/// Serves connections of a socket that listens already, each in a thread of its own.
static inline struct MHD_Daemon *http_start(int listener, struct http_callbacks calls, struct http_limits limits) {
  return MHD_start_daemon(
      MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL | MHD_USE_ITC, 0, NULL, NULL,
      calls.handle, calls.context, MHD_OPTION_LISTEN_SOCKET, listener, MHD_OPTION_URI_LOG_CALLBACK, calls.target,
      calls.context, MHD_OPTION_NOTIFY_COMPLETED, calls.completed, calls.context, MHD_OPTION_NOTIFY_CONNECTION,
      calls.connection, calls.context, MHD_OPTION_UNESCAPE_CALLBACK, http_keep_escapes, NULL,
      MHD_OPTION_CONNECTION_LIMIT, limits.connection_count, MHD_OPTION_CONNECTION_TIMEOUT, limits.idle_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits.header_bytes, MHD_OPTION_THREAD_STACK_SIZE, limits.stack_bytes,
      MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, MHD_OPTION_END);
}

/// The socket of a connection, or -1.
static inline int http_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

/// Linux's POLLRDHUP: the other side closed its end. The C library names it only under _GNU_SOURCE.
static const int http_poll_left = 0x2000;
