// SPDX-License-Identifier: Apache-2.0
/**
 * Makes the images for the build: packed at first, trained where there is an API server to train against.
 */
@NullMarked
package io.linkerd.multus.images.build;

import org.jspecify.annotations.NullMarked;
