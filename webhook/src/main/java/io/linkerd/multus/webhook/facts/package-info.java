// SPDX-License-Identifier: Apache-2.0
/**
 * What a decision on a pod needs to know of the cluster: its namespace, its SecurityContextConstraints, and whether its attachment is
 * there. Read from an informer's cache where that is enough, and from the API server, in bounded time, where it is not.
 */
@NullMarked
package io.linkerd.multus.webhook.facts;

import org.jspecify.annotations.NullMarked;
