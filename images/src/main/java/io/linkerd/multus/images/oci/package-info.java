// SPDX-License-Identifier: Apache-2.0
/**
 * What registries hold: contents by their digests, manifests that name them, and how both get there.
 */
@NullMarked
package io.linkerd.multus.images.oci;

import org.jspecify.annotations.NullMarked;
