// SPDX-License-Identifier: Apache-2.0
/**
 * What the daemon of Multus is trained with: it is compiled and run by the images module, and in no image.
 * It knows the daemon from outside: files, objects, its socket, probes.
 */
@NullMarked
package io.linkerd.multus.daemon.training;

import org.jspecify.annotations.NullMarked;
