// The parts of GnuTLS that hash, encrypt, make random bytes, and speak TLS. libmicrohttpd needs the same library.

#ifndef CGNUTLS_SHIM_H
#define CGNUTLS_SHIM_H

#include <gnutls/gnutls.h>
#include <gnutls/crypto.h>
#include <gnutls/x509.h>

#endif
