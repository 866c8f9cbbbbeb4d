// SPDX-License-Identifier: Apache-2.0
/**
 * What becomes of a meshed pod: whether it takes part, which network it needs, and which user ids its proxy and validator get. Reading
 * a pod and deciding are pure; the answer is the smallest JSON Patch on the pod as it was sent.
 */
@NullMarked
package io.linkerd.multus.contracts.admission.pods;

import org.jspecify.annotations.NullMarked;
