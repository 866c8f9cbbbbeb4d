// SPDX-License-Identifier: Apache-2.0
/**
 * A client that asks a server the same again and again, and costs little itself. It speaks as API servers do to webhooks: HTTP/1.1
 * over TLS, on connections that stay.
 */
@NullMarked
package io.linkerd.multus.benchmarks.load;

import org.jspecify.annotations.NullMarked;
