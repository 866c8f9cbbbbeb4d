// SPDX-License-Identifier: Apache-2.0
/**
 * The rules of the house, for the architecture test of every module.
 * They read the compiled classes and the sources beside them.
 */
@NullMarked
package io.linkerd.multus.contracts.rules;

import org.jspecify.annotations.NullMarked;
