// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs;

import io.linkerd.multus.contracts.Result;
import java.util.Optional;

/**
 * The value of an option, {@code desired[:current]}.
 *
 * @param desired before the first colon
 * @param current after the last colon; empty where there is none, and what is on the node counts
 */
record Wish(AssetNames desired, Optional<AssetNames> current) {

    /** {@return what is wished, or which of the names is none} */
    static Result<Wish> read(String value) {
        int first = value.indexOf(':');
        if (first < 0) {
            return AssetNames.read(value).map(desired -> new Wish(desired, Optional.empty()));
        }
        return AssetNames.read(value.substring(0, first))
                .then(desired -> AssetNames.read(value.substring(value.lastIndexOf(':') + 1))
                        .map(current -> new Wish(desired, Optional.of(current))));
    }
}
