// SPDX-License-Identifier: Apache-2.0
/**
 * The webhook's own certificates: an authority that the cluster keeps in a Secret, a leaf that each replica keeps in memory, and the
 * trust that the API server is given in them. What to do next is a pure plan; every step is one optimistic write that any replica may
 * take.
 */
@NullMarked
package io.linkerd.multus.webhook.certificates;

import org.jspecify.annotations.NullMarked;
