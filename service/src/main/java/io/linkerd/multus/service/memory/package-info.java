// SPDX-License-Identifier: Apache-2.0
/**
 * What is remembered so that it need not be worked out again.
 * Nothing here grows with time.
 */
@NullMarked
package io.linkerd.multus.service.memory;

import org.jspecify.annotations.NullMarked;
