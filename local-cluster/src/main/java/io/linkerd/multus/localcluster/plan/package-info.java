// SPDX-License-Identifier: Apache-2.0
/**
 * What a local cluster consists of, as values: addresses, files, programs with their arguments. Nothing here touches the machine.
 */
@NullMarked
package io.linkerd.multus.localcluster.plan;

import org.jspecify.annotations.NullMarked;
