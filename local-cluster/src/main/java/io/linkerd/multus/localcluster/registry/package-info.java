// SPDX-License-Identifier: Apache-2.0
/**
 * A registry of images in a local cluster, which its nodes ask in place of all others, as where a cluster is disconnected.
 */
@NullMarked
package io.linkerd.multus.localcluster.registry;

import org.jspecify.annotations.NullMarked;
