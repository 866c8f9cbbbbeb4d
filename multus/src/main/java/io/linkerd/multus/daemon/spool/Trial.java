// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.spool;

/**
 * A file that could not be dealt with.
 *
 * @param identity the file's
 * @param failures how often, at least once
 * @param since when it first could not, on the clock for durations
 * @param next when it is tried again, on the same clock
 * @param reason why it could not the last time
 */
record Trial(String identity, int failures, long since, long next, String reason) {}
