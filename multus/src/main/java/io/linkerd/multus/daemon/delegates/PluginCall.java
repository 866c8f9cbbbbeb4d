// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One call of one plugin.
 *
 * @param type the name of its program
 * @param stdin the configuration that it reads
 * @param environment all of its environment
 */
public record PluginCall(PluginCommand command, String type, String stdin, Map<String, String> environment) {
    /** Copies, in their order. */
    public PluginCall {
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }

    /** Tells nothing of the configuration, which may hold a token. */
    @Override
    public String toString() {
        return "PluginCall[" + command + ", " + type + "]";
    }
}
