// SPDX-License-Identifier: Apache-2.0
/**
 * The cluster, as the rest of the webhook sees it: answers about namespaces and constraints, calls that end in bounded time, and watches
 * that tell when to look again. Nothing here knows of certificates or pods.
 */
@NullMarked
package io.linkerd.multus.webhook.cluster;

import org.jspecify.annotations.NullMarked;
