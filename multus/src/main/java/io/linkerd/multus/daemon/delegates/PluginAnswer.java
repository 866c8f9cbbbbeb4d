// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import io.linkerd.multus.daemon.requests.CniError;
import java.util.Optional;

/** What came of a call. */
public sealed interface PluginAnswer {

    /** The plugin has done it; what it has printed is a result where there is one to a command. */
    record Done(String output) implements PluginAnswer {}

    /** The plugin has not done it, or that is not known. */
    record Failed(CniError why) implements PluginAnswer {}

    /** There is no such plugin. */
    record NotFound(String reason) implements PluginAnswer {}

    /** {@return why it is not done; empty where it is} */
    default Optional<CniError> error() {
        return switch (this) {
            case Done _ -> Optional.empty();
            case Failed(var why) -> Optional.of(why);
            case NotFound(var reason) -> Optional.of(CniError.of(reason));
        };
    }
}
