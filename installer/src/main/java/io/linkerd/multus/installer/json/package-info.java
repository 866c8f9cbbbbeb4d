// SPDX-License-Identifier: Apache-2.0
/**
 * JSON as this service reads it: parsed once at the border, asked by path, never trusted to have a shape.
 * Nothing here writes to the network or the disk.
 */
@NullMarked
package io.linkerd.multus.installer.json;

import org.jspecify.annotations.NullMarked;
