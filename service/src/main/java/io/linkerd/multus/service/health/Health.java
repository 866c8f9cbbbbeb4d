// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.health;

import java.util.List;

/** How a service is doing, all its parts together. Asked from many threads. */
public interface Health {
    /** {@return in plain words, what has to come about before anybody should count on this process; nothing when ready} */
    List<String> whyNotReady();

    /** {@return in plain words, what only a restart can mend; nothing when alive} An API server that is away is no such thing. */
    List<String> whyNotAlive();

    /** {@return what was counted, in Prometheus' text format 0.0.4} */
    String metrics();
}
