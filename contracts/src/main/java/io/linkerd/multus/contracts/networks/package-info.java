// SPDX-License-Identifier: Apache-2.0
/**
 * Which networks a pod asks Multus for, read and extended in either form of the annotation.
 * What the user wrote stays as it was written.
 */
@NullMarked
package io.linkerd.multus.contracts.networks;

import org.jspecify.annotations.NullMarked;
