// SPDX-License-Identifier: Apache-2.0
/**
 * Admission over HTTP: how much may come, how long it may take, and that every request gets an answer with nothing of our inside in it.
 */
@NullMarked
package io.linkerd.multus.webhook.admission;

import org.jspecify.annotations.NullMarked;
