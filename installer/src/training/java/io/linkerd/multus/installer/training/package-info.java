// SPDX-License-Identifier: Apache-2.0
/**
 * What the installer is trained with: it is compiled and run by the images module, and in no image.
 * It knows the installer from outside: files, objects, probes.
 */
@NullMarked
package io.linkerd.multus.installer.training;

import org.jspecify.annotations.NullMarked;
