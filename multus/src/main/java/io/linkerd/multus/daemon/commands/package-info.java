// SPDX-License-Identifier: Apache-2.0
/**
 * Carries out the commands of container runtimes from end to end: reads them, finds the pod, plans its networks, has their plugins called, and tells
 * Kubernetes. What fails on the way is taken back, and its code reaches the container runtime.
 */
@NullMarked
package io.linkerd.multus.daemon.commands;

import org.jspecify.annotations.NullMarked;
