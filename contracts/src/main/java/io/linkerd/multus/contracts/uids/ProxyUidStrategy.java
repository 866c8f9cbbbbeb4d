// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import java.util.Locale;

/** Where in a namespace's range the proxy's user id is looked for. */
public enum ProxyUidStrategy {

    /** The highest user id that no container of the pod has. */
    HIGHEST,

    /** The range's first user id plus 2102, as linkerd-multus-attach-operator chose; where that is not free, the highest. */
    OFFSET;

    /** Reads the name of a strategy as settings have it. */
    public static ProxyUidStrategyReading read(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "highest" -> new ProxyUidStrategyReading.Known(HIGHEST);
            case "offset" -> new ProxyUidStrategyReading.Known(OFFSET);
            case "first" ->
                new ProxyUidStrategyReading.Refused("OpenShift gives the first user id of the range to the application,"
                        + " whose traffic would then pass by the proxy; use highest or offset");
            default -> new ProxyUidStrategyReading.Refused("not highest or offset");
        };
    }
}
