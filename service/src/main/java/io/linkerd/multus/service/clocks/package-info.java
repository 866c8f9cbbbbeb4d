// SPDX-License-Identifier: Apache-2.0
/**
 * Time as a service knows it: the two clocks, and the wait of one thread for a signal or for a moment.
 * Wall time never measures a duration.
 */
@NullMarked
package io.linkerd.multus.service.clocks;

import org.jspecify.annotations.NullMarked;
