// SPDX-License-Identifier: Apache-2.0
/**
 * What is applied to a local cluster once its API server answers: SCCs, DNS, Multus, Linkerd's stand-ins.
 */
@NullMarked
package io.linkerd.multus.cluster.addons;

import org.jspecify.annotations.NullMarked;
