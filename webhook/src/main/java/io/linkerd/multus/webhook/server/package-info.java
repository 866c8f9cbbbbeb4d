// SPDX-License-Identifier: Apache-2.0
/**
 * The replica as others see it: admission over HTTPS with its limits, draining before a stop, and its health. Every request gets an
 * answer with nothing of our inside in it.
 */
@NullMarked
package io.linkerd.multus.webhook.server;

import org.jspecify.annotations.NullMarked;
