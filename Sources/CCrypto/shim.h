// The one-shot and streaming SHA-256 calls start without loading a provider, which EVP does on first use.
#define OPENSSL_SUPPRESS_DEPRECATED 1
#include <openssl/sha.h>
