// SPDX-License-Identifier: Apache-2.0
/**
 * Years of certificates in less than an hour: whether anybody ever notices that one is followed by the next. What the API server does is
 * real, and so are the replicas, but for the length of their certificates' lives.
 */
@NullMarked
package io.linkerd.multus.benchmarks.rotations;

import org.jspecify.annotations.NullMarked;
