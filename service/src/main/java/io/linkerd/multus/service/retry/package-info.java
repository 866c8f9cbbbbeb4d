// SPDX-License-Identifier: Apache-2.0
/**
 * How long to wait before something is tried again.
 * Every series of tries has a cap and jitter.
 */
@NullMarked
package io.linkerd.multus.service.retry;

import org.jspecify.annotations.NullMarked;
