// SPDX-License-Identifier: Apache-2.0
/**
 * What the kubelet and Prometheus ask, over plain HTTP on a port of its own: whether the process lives, whether it is ready, and what
 * it has counted. Each no comes with its reasons, in words for a person.
 */
@NullMarked
package io.linkerd.multus.service.health;

import org.jspecify.annotations.NullMarked;
