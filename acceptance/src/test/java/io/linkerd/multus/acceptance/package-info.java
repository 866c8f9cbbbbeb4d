// SPDX-License-Identifier: Apache-2.0
/** What people who run clusters are promised, seen in a cluster. The classes share one, and install what they need. */
@NullMarked
package io.linkerd.multus.acceptance;

import org.jspecify.annotations.NullMarked;
