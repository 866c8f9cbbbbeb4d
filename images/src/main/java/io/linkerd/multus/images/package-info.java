// SPDX-License-Identifier: Apache-2.0
/**
 * Which services have images, where a working copy has them, and the chart that runs them. How they are made is in the packages below.
 */
@NullMarked
package io.linkerd.multus.images;

import org.jspecify.annotations.NullMarked;
