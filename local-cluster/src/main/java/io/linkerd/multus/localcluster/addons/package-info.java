// SPDX-License-Identifier: Apache-2.0
/**
 * What is applied to a local cluster once its API server answers: SCCs, DNS, Multus.
 */
@NullMarked
package io.linkerd.multus.localcluster.addons;

import org.jspecify.annotations.NullMarked;
