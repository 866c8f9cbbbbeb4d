// SPDX-License-Identifier: Apache-2.0
/**
 * The names by which Linkerd, Multus, OpenShift and this product mark what is theirs.
 * Constants only.
 */
@NullMarked
package io.linkerd.multus.contracts.names;

import org.jspecify.annotations.NullMarked;
