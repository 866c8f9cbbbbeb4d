// SPDX-License-Identifier: Apache-2.0
/**
 * The Java runtime inside the images, and the flags that it is run with.
 */
@NullMarked
package io.linkerd.multus.images.runtime;

import org.jspecify.annotations.NullMarked;
