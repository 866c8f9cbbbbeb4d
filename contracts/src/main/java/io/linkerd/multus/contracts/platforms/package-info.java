// SPDX-License-Identifier: Apache-2.0
/** Distributions of Kubernetes, as far as programs on their nodes have to know them: where a node has what, and what tells it. */
@NullMarked
package io.linkerd.multus.contracts.platforms;

import org.jspecify.annotations.NullMarked;
