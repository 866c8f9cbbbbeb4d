// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.unread;

import io.linkerd.multus.contracts.plans.NamespaceFacts;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.controller.engine.watch.UnreadObjects.Unread;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a person is told of the objects of a namespace that are too large to be read. */
final class UnreadNotices {
    static final String REASON = "ObjectTooLarge";

    private static final String MARK = "unread";

    /** So many are named. */
    private static final int NAMED = 3;

    private UnreadNotices() {}

    /** {@return the notice; none where all are read} */
    static Optional<Notice> of(NamespaceFacts namespace, List<Unread> unread) {
        if (unread.isEmpty()) {
            return Optional.empty();
        }
        var named = unread.stream().sorted().limit(NAMED).map(Unread::inWords).collect(Collectors.joining(", "));
        int more = unread.size() - NAMED;
        var notice = Notice.warning(
                Subject.namespace(namespace.name(), namespace.uid()),
                REASON,
                "The controller does not read these objects, which are too large, or for which their namespace has no room: "
                        + named
                        + (more > 0 ? ", and " + more + " more" : "")
                        + ". It neither restarts them, nor evicts those that are too large, and keeps the network attachment that they may need."
                        + " Make their labels, their annotations config.linkerd.io/* and their environment smaller.");
        // Their tenant chooses how often the names change: it stays one Event.
        return Optional.of(notice.marked(Optional.of(MARK)));
    }
}
