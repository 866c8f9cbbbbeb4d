// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.checks;

import io.linkerd.multus.cli.facts.EventView;
import io.linkerd.multus.cli.facts.MakerView;
import io.linkerd.multus.cli.facts.Sight;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Pods that could not be made, as far as that lasts. */
final class Refused {
    private static final String REPLICA_SET = "ReplicaSet";

    private Refused() {}

    /** {@return Events that are young, since each is told again at each try, and what Deployments say where no such Event is left} */
    static Sight<List<EventView>> of(Picture seen) {
        var told = seen.refusals()
                .map(events -> events.stream()
                        .filter(event -> event.isRecent(seen.now()))
                        .toList());
        var events = told.seen().orElse(List.of());
        var left = seen.failures().seen().orElse(List.of()).stream()
                .filter(failure -> events.stream().noneMatch(event -> isOf(failure, event)))
                .toList();
        if (!events.isEmpty() || !left.isEmpty()) {
            return new Sight.Seen<>(
                    Stream.concat(events.stream(), left.stream()).toList());
        }
        return told.whyNot().isPresent() ? told : seen.failures();
    }

    private static boolean isOf(EventView deployment, EventView event) {
        return event.namespace().equals(deployment.namespace())
                && new MakerView.Tellers(REPLICA_SET, deployment.name(), Optional.empty()).tell(event);
    }
}
