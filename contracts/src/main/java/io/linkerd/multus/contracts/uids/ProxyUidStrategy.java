// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import io.linkerd.multus.contracts.Result;
import java.util.Locale;

/** Where in a namespace's range the proxy's user id is looked for. */
public enum ProxyUidStrategy {

    /** The highest user id that no container of the pod has. */
    HIGHEST,

    /** The range's first user id plus 2102, as linkerd-multus-attach-operator chose; where that is not free, the highest. */
    OFFSET;

    /** {@return the strategy of a name as settings have it; the reason of a refusal follows the name in a sentence} */
    public static Result<ProxyUidStrategy> read(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "highest" -> new Result.Ok<>(HIGHEST);
            case "offset" -> new Result.Ok<>(OFFSET);
            case "first" ->
                new Result.Not<>("cannot work: OpenShift gives the first user id of the range to the application,"
                        + " whose traffic would then pass by the proxy; use highest or offset");
            default -> new Result.Not<>("must be highest or offset");
        };
    }
}
