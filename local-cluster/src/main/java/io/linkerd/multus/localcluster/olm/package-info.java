// SPDX-License-Identifier: Apache-2.0
/**
 * The real Operator Lifecycle Manager in a local cluster, and the catalogs that it is given.
 */
@NullMarked
package io.linkerd.multus.localcluster.olm;

import org.jspecify.annotations.NullMarked;
