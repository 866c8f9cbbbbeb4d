// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.installer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Networks of others on a node, to which the plugin is chained, and the configuration that it gets.
 *
 * @param directory of the node
 */
record Chain(Path directory) {
    private static final String NETWORKS = "/etc/cni/net.d";
    private static final String SINGLE = "{ \"cniVersion\": \"0.3.1\", \"name\": \"single\", \"type\": \"ovn\" }\n";

    /** {@return what the installer is told} */
    Map<String, String> settings() {
        return Map.of(
                "LINKERD_MULTUS_MODE",
                "chained",
                "LINKERD_MULTUS_NETWORK_DIR",
                NETWORKS,
                "CNI_NETWORK_CONFIG_FILE",
                configuration().toString(),
                "LINKERD_MULTUS_PLUGIN_SERVICE_ACCOUNT",
                "");
    }

    /** Lays a list, a list behind a link, and a network that is none and becomes a list. */
    void layKinds() throws IOException {
        lay(1);
        Files.writeString(networks().resolve("20-single.conf"), SINGLE);
        Files.writeString(linked(), original("linked"));
        Files.createSymbolicLink(networks().resolve("30-link.conflist"), Path.of("../real"));
    }

    /** Lays so many lists. */
    void lay(int lists) throws IOException {
        Files.createDirectories(networks());
        for (var list = 0; list < lists; list++) {
            Files.writeString(list(list), original(list));
        }
        Files.createDirectories(configuration().resolveSibling(""));
        configure("first");
    }

    /** Gives the plugin another configuration. */
    void configure(String mark) throws IOException {
        Site.replace(
                configuration(),
                "{\"name\":\"linkerd-cni\",\"type\":\"linkerd-cni\",\"mark\":\"%s\",".formatted(mark)
                        + "\"kubernetes\":{\"kubeconfig\":\"__KUBECONFIG_FILEPATH__\"}}");
    }

    /** {@return where the plugin is configured, which is not where it was} */
    List<Path> kinds() {
        return List.of(list(0), networks().resolve("20-single.conflist"), linked());
    }

    Path list(int number) {
        return networks().resolve("1%02d.conflist".formatted(number));
    }

    /** {@return what a list held before us} */
    static String original(int number) {
        return original("net" + number);
    }

    private static String original(String name) {
        return "{\"cniVersion\":\"1.0.0\",\"name\":\"" + name + "\",\"plugins\":[{\"type\":\"ptp\",\"mtu\":1450}]}\n";
    }

    private Path networks() {
        return directory.resolve("host" + NETWORKS);
    }

    private Path linked() {
        return directory.resolve("host/etc/cni/real");
    }

    private Path configuration() {
        return directory.resolve("network/config");
    }
}
