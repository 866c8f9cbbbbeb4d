// SPDX-License-Identifier: Apache-2.0
/** The cluster, as far as this user may see it. Nothing is written. */
@NullMarked
package io.linkerd.multus.cli.cluster;

import org.jspecify.annotations.NullMarked;
