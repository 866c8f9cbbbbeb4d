// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.notices;

import java.time.Duration;
import java.util.Map;

/**
 * The last time that something was told, as its Event says.
 *
 * @param ago how long ago, by our clock
 * @param isOurs whether this process told it
 * @param word what was left for a controller that leads later, as annotations
 */
public record Occurrence(Duration ago, boolean isOurs, Map<String, String> word) {
    /** Copies. */
    public Occurrence {
        word = Map.copyOf(word);
    }
}
