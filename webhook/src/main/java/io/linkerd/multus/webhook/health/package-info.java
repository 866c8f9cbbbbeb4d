// SPDX-License-Identifier: Apache-2.0
/**
 * What the kubelet and Prometheus ask, over plain HTTP on a port of its own: whether this replica lives, whether an API server may call
 * it, and what it has counted.
 */
@NullMarked
package io.linkerd.multus.webhook.health;

import org.jspecify.annotations.NullMarked;
