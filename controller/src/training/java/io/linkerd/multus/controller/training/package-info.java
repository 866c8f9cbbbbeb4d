// SPDX-License-Identifier: Apache-2.0
/**
 * What the controller is trained with: it is compiled and run by the images module, and in no image.
 * It knows the controller from outside: files, objects, probes.
 */
@NullMarked
package io.linkerd.multus.controller.training;

import org.jspecify.annotations.NullMarked;
