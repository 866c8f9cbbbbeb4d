// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.cniconfig;

import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.contracts.names.Multus;
import java.util.Optional;
import java.util.stream.Stream;

/** Multus as a plugin of a network, with the other networks that it calls (Multus' {@code docs/configuration.md}). */
record MultusPlugin(JsonValue configuration) {

    static Optional<MultusPlugin> of(JsonValue plugin) {
        return plugin.text("type").filter(Multus.PLUGINS::contains).map(_ -> new MultusPlugin(plugin));
    }

    MultusDefault calls() {
        var delegates = configuration.items("delegates");
        return configuration
                .text("clusterNetwork")
                .filter(text -> !text.isEmpty())
                .<MultusDefault>map(MultusDefault.ClusterNetwork::new)
                .orElseGet(() -> delegates.isEmpty()
                        ? new MultusDefault.Unsaid()
                        : new MultusDefault.Delegate(kubeconfig(delegates.getFirst())));
    }

    /** What Linkerd's plugin is told in a copy; nothing where it is not in it. */
    private static Optional<String> kubeconfig(JsonValue copy) {
        return copy.items("plugins").stream()
                .filter(CniNetwork::isLinkerd)
                .findFirst()
                .map(MultusPlugin::told);
    }

    /** {@return what Linkerd's plugin is told in a list of plugins, each time that it is there} */
    static Stream<String> kubeconfigs(JsonValue.Elements plugins) {
        return plugins.elements().stream().filter(CniNetwork::isLinkerd).map(MultusPlugin::told);
    }

    private static String told(JsonValue linkerd) {
        return linkerd.text("kubernetes", "kubeconfig").orElse("");
    }

    Optional<String> indicator() {
        return configuration instanceof JsonValue.Members members
                ? members.goText("readinessindicatorfile")
                : Optional.empty();
    }

    /** {@return the lists of plugins in {@code delegates} that have Linkerd's plugin, and more than that} */
    Stream<JsonValue.Elements> copies() {
        return configuration.items("delegates").stream()
                .flatMap(delegate -> delegate.member("plugins").stream())
                .filter(JsonValue.Elements.class::isInstance)
                .map(JsonValue.Elements.class::cast)
                .filter(list -> list.elements().stream().anyMatch(CniNetwork::isLinkerd)
                        && !list.elements().stream().allMatch(CniNetwork::isLinkerd));
    }
}
