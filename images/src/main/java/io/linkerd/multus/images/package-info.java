// SPDX-License-Identifier: Apache-2.0
/**
 * Which services have images, and where a working copy has them. How they are made is in the packages below.
 */
@NullMarked
package io.linkerd.multus.images;

import org.jspecify.annotations.NullMarked;
