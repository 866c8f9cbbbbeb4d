// SPDX-License-Identifier: Apache-2.0
/**
 * CNI configurations that take in others: a pointer to a file of the node stands where a JSON value stands, and is replaced by that file's
 * value. Pure functions on texts.
 */
@NullMarked
package io.linkerd.multus.installer.verbs.templates;

import org.jspecify.annotations.NullMarked;
