// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.load;

/**
 * What came of asking a server for a while.
 *
 * @param requests answers in all
 * @param perSecond answers in each second
 * @param p50 milliseconds that half of the answers took at most
 * @param p99 milliseconds that 99 of a hundred took at most
 * @param failures answers that were none
 */
public record Outcome(long requests, double perSecond, double p50, double p99, int failures) {}
