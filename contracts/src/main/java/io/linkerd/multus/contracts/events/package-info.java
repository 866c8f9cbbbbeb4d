// SPDX-License-Identifier: Apache-2.0
/**
 * Events as Kubernetes has them: their names, what is sent, what its bounds are, and how often the same is told. Those who send them hand in
 * the time.
 */
@NullMarked
package io.linkerd.multus.contracts.events;

import org.jspecify.annotations.NullMarked;
