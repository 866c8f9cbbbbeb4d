// SPDX-License-Identifier: Apache-2.0
/**
 * JSON of strangers: read within limits, as it streams by or as a tree that is asked, and changed by splicing; and JSON of ours, written.
 * What is not touched stays byte for byte as it was written.
 */
@NullMarked
package io.linkerd.multus.contracts.json;

import org.jspecify.annotations.NullMarked;
