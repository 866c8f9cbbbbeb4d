// SPDX-License-Identifier: Apache-2.0
/**
 * The configuration of Linkerd's CNI plugin, kept as it was written but for what the attachment needs.
 * Read as Multus and Go read it.
 */
@NullMarked
package io.linkerd.multus.contracts.cniconfig;

import org.jspecify.annotations.NullMarked;
