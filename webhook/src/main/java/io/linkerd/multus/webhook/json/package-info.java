// SPDX-License-Identifier: Apache-2.0
/**
 * Reads JSON as it streams by and keeps only what is asked for, so that a hostile document costs no more memory than its bytes, and
 * nothing is ever written back. Problems are told with the place where they are.
 */
@NullMarked
package io.linkerd.multus.webhook.json;

import org.jspecify.annotations.NullMarked;
