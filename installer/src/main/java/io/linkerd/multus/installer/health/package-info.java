// SPDX-License-Identifier: Apache-2.0
/**
 * How people and the kubelet see the installer: liveness, readiness with a reason in plain words, and metrics.
 * Served over plain HTTP by the JDK's own server.
 */
@NullMarked
package io.linkerd.multus.installer.health;

import org.jspecify.annotations.NullMarked;
