// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods.plan;

import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What Linkerd's injector has put into a pod, as far as a change of its configuration shows there.
 *
 * @param proxyVersion the annotation {@code linkerd.io/proxy-version}
 * @param image of the proxy's container
 * @param anchors which certificates it trusts
 * @param settings all else that is compared, by a name for people: variables of the proxy with a text of their own, arguments of init
 *     containers, resources; without what differs from pod to pod of one template, and without the trust anchors
 */
public record InjectedParts(
        Optional<String> proxyVersion, String image, TrustAnchors anchors, Map<String, String> settings) {
    /** Begins the names of settings that are amounts of a resource. */
    public static final String RESOURCE = "resource ";

    /** Copies. */
    public InjectedParts {
        settings = Map.copyOf(settings);
    }

    /** {@return whether a setting of that name is a variable of the proxy} Those of others have a blank in it. */
    public static boolean isVariable(String setting) {
        return !setting.contains(" ");
    }

    /** {@return the names of the settings in which the two differ, in order} */
    public Stream<String> differences(InjectedParts other) {
        var names = new TreeSet<>(settings.keySet());
        names.addAll(other.settings.keySet());
        return names.stream()
                .filter(name ->
                        !Optional.ofNullable(settings.get(name)).equals(Optional.ofNullable(other.settings.get(name))));
    }
}
