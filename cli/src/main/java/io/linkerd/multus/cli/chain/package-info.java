// SPDX-License-Identifier: Apache-2.0
/** The links between an annotated namespace and a meshed pod, in the order in which they come true. Pure. */
@NullMarked
package io.linkerd.multus.cli.chain;

import org.jspecify.annotations.NullMarked;
