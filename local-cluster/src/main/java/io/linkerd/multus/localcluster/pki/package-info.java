// SPDX-License-Identifier: Apache-2.0
/**
 * The certificates, keys and kubeconfigs of a local cluster. Everything is made in memory and lives as long as its cluster.
 */
@NullMarked
package io.linkerd.multus.localcluster.pki;

import org.jspecify.annotations.NullMarked;
