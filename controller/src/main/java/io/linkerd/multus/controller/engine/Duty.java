// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine;

import java.util.List;
import java.util.Map;

/** One thing that the controller cares for. It watches all the time, and writes from {@link #begin} to {@link #end}. */
public interface Duty extends AutoCloseable {
    /** Starts to watch. Everything that a watch may call is there by now. */
    void watch();

    /** {@return what has not been seen yet, for a person} No key is worked on while something is missing; other duties are. */
    List<String> whyNotReady();

    /** {@return whether everything has been seen once} */
    boolean isComplete();

    /** We lead: looks at everything, and then at whatever changes. */
    void begin();

    /** We do not lead any more. */
    void end();

    /** Looks at everything once more, in case that an event was lost. */
    void lookAtAll();

    /** The namespace of that name came, changed or went. */
    void namespaceChanged(String name);

    /** The meshed pod of that namespace and name, with a slash, came, changed or went. Most do not mind. */
    default void podChanged(String key) {}

    /** {@return what other parts are to read of it in the leader's Lease, as annotations; what is not known yet stays as it was} */
    default Map<String, String> toldInLease() {
        return Map.of();
    }

    @Override
    void close();
}
