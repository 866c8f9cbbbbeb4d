// SPDX-License-Identifier: Apache-2.0
/**
 * One way to log: a line for each event on standard output, with its key and value pairs.
 * Set up in code, since an XML parser would cost every start and every node some megabytes.
 */
@NullMarked
package io.linkerd.multus.service.logging;

import org.jspecify.annotations.NullMarked;
