// SPDX-License-Identifier: Apache-2.0
/**
 * Asks kubelet which devices it has allotted to a pod: on its socket for the resources of pods, else by the file in which it keeps the devices
 * of device plugins. Nothing is kept open or in memory between two questions, and nothing that kubelet may answer is an exception.
 */
@NullMarked
package io.linkerd.multus.daemon.devices;

import org.jspecify.annotations.NullMarked;
