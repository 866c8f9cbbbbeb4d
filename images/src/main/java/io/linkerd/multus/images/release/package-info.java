// SPDX-License-Identifier: Apache-2.0
/**
 * A release: images, charts, bundle and catalog as a registry holds them, with what they are made of and how.
 */
@NullMarked
package io.linkerd.multus.images.release;

import org.jspecify.annotations.NullMarked;
