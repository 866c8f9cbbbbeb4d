// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine;

import java.util.List;

/** One thing that the controller cares for. It watches all the time, and writes from {@link #begin} to {@link #end}. */
public interface Duty extends AutoCloseable {
    /** {@return what has not been seen yet, for a person} Work begins when nothing is missing. */
    List<String> whyNotReady();

    /** We lead: looks at everything, and then at whatever changes. */
    void begin();

    /** We do not lead any more. */
    void end();

    /** Looks at everything once more, in case that an event was lost. */
    void lookAtAll();

    /** The namespace of that name came, changed or went. */
    void namespaceChanged(String name);

    @Override
    void close();
}
