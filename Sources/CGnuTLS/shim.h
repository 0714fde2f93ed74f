// The parts of GnuTLS that hash, encrypt and make random bytes. libmicrohttpd needs the same library.

#ifndef CGNUTLS_SHIM_H
#define CGNUTLS_SHIM_H

#include <gnutls/gnutls.h>
#include <gnutls/crypto.h>

#endif
