// SPDX-License-Identifier: Apache-2.0
#ifndef SHIM_BASE64_H
#define SHIM_BASE64_H

#include "text.h"

// RFC 4648, section 4, with padding: how Go writes bytes in JSON.
void base64_add(struct buffer *to, struct text bytes);

#endif
