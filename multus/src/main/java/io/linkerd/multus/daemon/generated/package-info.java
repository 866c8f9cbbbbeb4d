// SPDX-License-Identifier: Apache-2.0
/**
 * The configuration of Multus that the container runtime is given, as it is made from the primary network's, and when it is written. A pure
 * function of what is seen on the node; nothing here touches a file.
 */
@NullMarked
package io.linkerd.multus.daemon.generated;

import org.jspecify.annotations.NullMarked;
