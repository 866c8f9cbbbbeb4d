// SPDX-License-Identifier: Apache-2.0
/**
 * What the API server says to a call, in one set of words, whichever client made it.
 * Who calls decides what each of them means.
 */
@NullMarked
package io.linkerd.multus.service.api;

import org.jspecify.annotations.NullMarked;
