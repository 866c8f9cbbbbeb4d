// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import java.util.Collection;
import java.util.List;

/**
 * A write of Linkerd's values.
 *
 * @param text what is written
 * @param version of the ConfigMap that it is made of
 * @param previous what was there, for the case that the injectors refuse the new one
 * @param paths where it differs
 */
public record ValuesWrite(String text, String version, String previous, Collection<String> paths) {
    /** Copies. */
    public ValuesWrite {
        paths = List.copyOf(paths);
    }

    /** Tells no value. */
    @Override
    public String toString() {
        return "ValuesWrite of " + paths;
    }
}
