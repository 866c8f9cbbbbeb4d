// SPDX-License-Identifier: Apache-2.0
/** What the controller would write, by its own decisions, as a diff of objects. Pure, but for files of values. */
@NullMarked
package io.linkerd.multus.cli.plan;

import org.jspecify.annotations.NullMarked;
