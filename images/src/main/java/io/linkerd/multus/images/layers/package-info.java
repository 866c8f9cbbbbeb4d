// SPDX-License-Identifier: Apache-2.0
/**
 * What is in an image and how it is written: jars, layers, the tar file. All of it is made without Go and without root.
 */
@NullMarked
package io.linkerd.multus.images.layers;

import org.jspecify.annotations.NullMarked;
