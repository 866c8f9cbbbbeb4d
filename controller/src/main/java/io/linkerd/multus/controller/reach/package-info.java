// SPDX-License-Identifier: Apache-2.0

/**
 * Sees from the API server's side whether the webhook is reached: a dry run of our own Lease passes an entry of the webhook's configuration that
 * nothing waits for, and comes back with the webhook's answer or without. Nothing is changed but what a person is told.
 */
@NullMarked
package io.linkerd.multus.controller.reach;

import org.jspecify.annotations.NullMarked;
