// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

/** What the name of a strategy stands for. */
public sealed interface ProxyUidStrategyReading {

    /** A strategy that there is. */
    record Known(ProxyUidStrategy strategy) implements ProxyUidStrategyReading {}

    /**
     * No strategy, or one that cannot work.
     *
     * @param reason why
     */
    record Refused(String reason) implements ProxyUidStrategyReading {}
}
