// SPDX-License-Identifier: Apache-2.0

/**
 * What the controller tells the kubelet and Prometheus.
 * Readiness says in plain words what is still missing.
 */
@NullMarked
package io.linkerd.multus.controller.health;

import org.jspecify.annotations.NullMarked;
