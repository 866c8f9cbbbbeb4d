// SPDX-License-Identifier: Apache-2.0
/** What a maintainer needs of a cluster, in one file, and without what is secret in it. */
@NullMarked
package io.linkerd.multus.cli.bundle;

import org.jspecify.annotations.NullMarked;
