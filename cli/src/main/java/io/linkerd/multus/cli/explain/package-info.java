// SPDX-License-Identifier: Apache-2.0
/** The webhook's decision on a pod, by the webhook's own rules. */
@NullMarked
package io.linkerd.multus.cli.explain;

import org.jspecify.annotations.NullMarked;
