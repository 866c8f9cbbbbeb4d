// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.kills;

import io.linkerd.multus.service.fakeapi.Moment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Goes through all that became of attachments and of the namespaces that they are in, and tells what nobody asked for: one made without any
 * wish for it since the last one went, and one removed without any wish for that since it was made.
 */
final class Deeds {
    /** What was wished for since the attachment came or went: it may have been both. */
    private record Wishes(boolean asked, boolean declined) {
        Wishes and(boolean asks) {
            return new Wishes(asked || asks, declined || !asks);
        }

        static Wishes only(boolean asks) {
            return new Wishes(asks, !asks);
        }
    }

    private final Map<String, Boolean> asks = new HashMap<>();
    private final Map<String, Wishes> since = new HashMap<>();
    private final Map<String, Integer> changes = new HashMap<>();
    private final List<String> unasked = new ArrayList<>();

    Deeds(List<Moment> moments) {
        moments.forEach(this::follow);
    }

    /** {@return what nobody asked for} */
    List<String> unasked() {
        return unasked;
    }

    /** {@return how often the attachment of the namespace was made, changed or removed} */
    int changes(String namespace) {
        return changes.getOrDefault(namespace, 0);
    }

    /** {@return how often any was} */
    int changes() {
        return changes.values().stream().mapToInt(Integer::intValue).sum();
    }

    private void follow(Moment moment) {
        var parts = List.of(moment.path().split("/"));
        var name = parts.getLast();
        if (moment.path().equals(Load.path(name))) {
            moment.after().map(Load::asks).ifPresent(now -> wish(name, now));
        } else if (moment.path().contains("/network-attachment-definitions/")) {
            attachment(parts.get(5), moment);
        }
    }

    private void wish(String namespace, boolean now) {
        asks.put(namespace, now);
        since.merge(namespace, Wishes.only(now), (before, _) -> before.and(now));
    }

    private void attachment(String namespace, Moment moment) {
        changes.merge(namespace, 1, Integer::sum);
        if (moment.before().isPresent() && moment.after().isPresent()) {
            return;
        }
        var wishes = since.get(namespace);
        var wished = wishes != null && (moment.after().isPresent() ? wishes.asked() : wishes.declined());
        if (!wished) {
            unasked.add(
                    (moment.after().isPresent() ? "made" : "removed") + " at " + moment.version() + " in " + namespace);
        }
        since.put(namespace, Wishes.only(asks.getOrDefault(namespace, false)));
    }
}
