// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.contracts.Result;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Answers one plan's questions from what was seen, and notes those that cannot be answered yet. */
final class Looks {
    private final SeenNetworks seen;
    private final Set<NetworkName> definitions = new LinkedHashSet<>();
    private final Set<String> paths = new LinkedHashSet<>();
    private boolean devices;

    Looks(SeenNetworks seen) {
        this.seen = seen;
    }

    Optional<NetworkDefinition> definition(NetworkName name) {
        var known = seen.definitions().get(name);
        if (known == null) {
            definitions.add(name);
            return Optional.empty();
        }
        return known;
    }

    /** {@return whether there is no such definition, as far as was looked} */
    boolean isMissing(NetworkName name) {
        var known = seen.definitions().get(name);
        return known != null && known.isEmpty();
    }

    SeenPath path(String path) {
        var known = seen.paths().get(path);
        if (known == null) {
            paths.add(path);
            return new SeenPath.Absent();
        }
        return known;
    }

    Result<Map<String, List<String>>> devices() {
        devices |= seen.devices().isEmpty();
        return seen.devices().orElseGet(() -> new Result.Ok<>(Map.of()));
    }

    /** {@return what has to be looked at before the plan can be made; empty where all of its questions were answered} */
    Optional<DelegatePlan.LookUp> unanswered() {
        return definitions.isEmpty() && paths.isEmpty() && !devices
                ? Optional.empty()
                : Optional.of(new DelegatePlan.LookUp(definitions, paths, devices));
    }
}
