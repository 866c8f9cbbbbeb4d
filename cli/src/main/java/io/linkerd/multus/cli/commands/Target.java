// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.cluster.Makers;
import java.util.Optional;

/** What a person asks about. */
sealed interface Target {
    /** A pod. */
    record OfPod(NamedPod pod) implements Target {}

    /** What makes pods. */
    record OfMaker(Makers.Kind kind, String namespace, String name) implements Target {}

    /**
     * {@return what is meant}
     *
     * @param said {@code KIND/NAME}, or what {@link NamedPod} takes
     * @param current namespace of what is said without
     * @param asked the namespace that was said beside it
     * @throws UnusableInput where nothing can be called so, or two namespaces are said
     */
    static Target of(String said, String current, Optional<String> asked) {
        var parts = said.split("/", -1);
        if (parts.length > 2 || parts[0].isEmpty() || parts[parts.length - 1].isEmpty()) {
            throw new UnusableInput(
                    "\"" + said + "\" is neither NAMESPACE/POD nor KIND/NAME, as in shop/web-0 or deployment/web");
        }
        if (parts.length == 2 && KindWords.isMakerOfMakers(parts[0])) {
            throw new UnusableInput("a CronJob makes Jobs, which make the pods: name one of them, as in job/" + parts[1]
                    + "-29384756 (kubectl get jobs -n " + asked.orElse(current) + ")");
        }
        Optional<Target> maker = Optional.of(parts[0])
                .filter(_ -> parts.length == 2)
                .map(KindWords::plain)
                .flatMap(Makers.Kind::of)
                .map(kind -> new OfMaker(kind, asked.orElse(current), parts[1]));
        return maker.orElseGet(() -> new OfPod(NamedPod.of(said, current, asked)));
    }
}
