// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import java.util.Collection;
import java.util.List;

/**
 * A write of Linkerd's values.
 *
 * @param text what is written
 * @param version of the ConfigMap that it is based on
 * @param previous the text that it replaces, to be restored where the injectors refuse the new one
 * @param paths that it changes
 */
public record ValuesWrite(String text, String version, String previous, Collection<String> paths) {
    /** Copies. */
    public ValuesWrite {
        paths = List.copyOf(paths);
    }

    /** Has no value of the texts. */
    @Override
    public String toString() {
        return "ValuesWrite of " + paths;
    }
}
