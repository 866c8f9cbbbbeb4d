// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.cluster.Makers;
import java.util.Optional;

/** What a person asks about. */
sealed interface Target {
    /** A pod. */
    record OfPod(String namespace, String name) implements Target {}

    /** What makes pods. */
    record OfMaker(Makers.Kind kind, String namespace, String name) implements Target {}

    /**
     * {@return what is meant}
     *
     * @param word {@code NAMESPACE/POD}, {@code KIND/NAME} or {@code POD}
     * @param namespace for what does not say one
     * @throws UnusableInput where it can be none of these
     */
    static Target of(String word, String namespace) {
        var parts = word.split("/", -1);
        if (parts.length > 2 || parts[0].isEmpty() || parts[parts.length - 1].isEmpty()) {
            throw new UnusableInput(
                    "\"" + word + "\" is neither NAMESPACE/POD nor KIND/NAME, as in shop/web-0 or deployment/web");
        }
        if (parts.length == 1) {
            return new OfPod(namespace, parts[0]);
        }
        if (parts[0].equals("pod") || parts[0].equals("pods") || parts[0].equals("po")) {
            return new OfPod(namespace, parts[1]);
        }
        Optional<Target> maker = Makers.Kind.of(parts[0]).map(kind -> new OfMaker(kind, namespace, parts[1]));
        return maker.orElseGet(() -> new OfPod(parts[0], parts[1]));
    }
}
