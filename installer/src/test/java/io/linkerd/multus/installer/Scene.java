// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import io.linkerd.multus.installer.fake.FakeNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/** A node before us, what we are told to do there, and how somebody may undo it. Everything that ends a life is tried in each. */
enum Scene {
    /** Nobody has anything of ours. */
    ALONE("nad") {
        @Override
        void lay(FakeNode node) {}

        @Override
        void undo(FakeNode node) throws IOException {
            super.undo(node);
            Files.delete(node.host("/etc/cni/linkerd-multus"));
        }
    },
    /** Somebody has a plugin and a link at our paths. */
    TAKING_OVER("nad") {
        @Override
        void lay(FakeNode node) throws IOException {
            Files.writeString(node.host(FakeNode.PLUGIN), FakeNode.script("somebody's"));
            Files.setPosixFilePermissions(node.host(FakeNode.PLUGIN), PosixFilePermissions.fromString("rwxr-x--x"));
            node.attribute(FakeNode.PLUGIN, "security.capability=0100000200040000000000000000000000000000");
            Files.createDirectories(node.host("/etc/cni/linkerd-multus"));
            Files.createSymbolicLink(node.host(FakeNode.KUBECONFIG), Path.of("../theirs"));
        }
    },
    /** A list, a list behind a link, and a single network that becomes a list. */
    CHAINED("chained") {
        @Override
        void lay(FakeNode node) throws IOException {
            Files.delete(network(node, "10-bridge.conflist"));
            Files.writeString(network(node, "10-flannel.conflist"), LIST);
            node.attribute(FakeNode.NETWORKS + "/10-flannel.conflist", LABEL);
            Files.writeString(network(node, "20-single.conf"), SINGLE);
            node.attribute(FakeNode.NETWORKS + "/20-single.conf", LABEL);
            Files.writeString(node.host("/etc/cni/real"), LIST.replace("cbr0", "linked"));
            Files.createSymbolicLink(network(node, "30-link.conflist"), Path.of("../real"));
        }

        @Override
        void undo(FakeNode node) throws IOException {
            super.undo(node);
            Files.writeString(network(node, "10-flannel.conflist"), LIST);
            Files.deleteIfExists(network(node, "20-single.conflist"));
            Files.writeString(network(node, "20-single.conf"), SINGLE);
            node.attribute(FakeNode.NETWORKS + "/20-single.conf", LABEL);
        }
    },
    /** The same, and others write into their lists, with ours in them; what they add stays. */
    SHARED("chained") {
        @Override
        void lay(FakeNode node) throws IOException {
            CHAINED.lay(node);
        }

        @Override
        void share(FakeNode node) throws IOException {
            for (var list : List.of("10-flannel.conflist", "20-single.conflist", "30-link.conflist")) {
                var text = Files.readString(network(node, list));
                Files.writeString(network(node, list), text.replaceFirst("(\"plugins\": ?\\[)", "$1" + THEIRS + ","));
            }
        }

        @Override
        void undo(FakeNode node) throws IOException {
            CHAINED.undo(node);
        }
    },
    /** A network of our own. */
    STAND_ALONE("file") {
        @Override
        void lay(FakeNode node) throws IOException {
            Files.createDirectories(node.host(MULTUS));
        }
    };

    private static final String LIST = "{\"name\":\"cbr0\",\"plugins\":[{\"type\":\"flannel\",\"n\":1.0}]}\n";
    private static final String SINGLE = "{ \"cniVersion\": \"0.3.1\", \"name\": \"ovn\", \"type\": \"ovn\" }";
    private static final String THEIRS = "{\"type\":\"theirs\"}";
    private static final String LABEL = "security.selinux=73797374656d5f753a6f626a6563745f723a6574635f743a733000";
    private static final String MULTUS = "/etc/cni/multus/net.d";
    private static final String CONFIGURATION = "{\"name\":\"linkerd-cni\",\"type\":\"linkerd-cni\",\"kubernetes\":"
            + "{\"kubeconfig\":\"__KUBECONFIG_FILEPATH__\"}}";

    private final String mode;

    Scene(String mode) {
        this.mode = mode;
    }

    /** Lays what others have on the node. */
    abstract void lay(FakeNode node) throws IOException;

    /** Lets others work beside us once we have done everything. */
    void share(FakeNode node) throws IOException {}

    /** Undoes what we have done, as somebody does who does not know us. */
    void undo(FakeNode node) throws IOException {
        Files.delete(node.host(FakeNode.PLUGIN)); // what somebody puts there instead would be theirs, and stay
        Files.delete(node.host(FakeNode.KUBECONFIG));
    }

    Map<String, String> environment(FakeNode node) {
        var environment = node.environment(
                "LINKERD_MULTUS_MODE=" + mode,
                "LINKERD_MULTUS_PLATFORM=kubernetes",
                "LINKERD_MULTUS_ON_STOP=remove",
                "LINKERD_MULTUS_PLUGIN_SERVICE_ACCOUNT=");
        environment.remove("LINKERD_MULTUS_NODE_NAME"); // a thousand lives would tell the API server of each
        if (!mode.equals("nad")) {
            environment.put("CNI_NETWORK_CONFIG", CONFIGURATION);
            environment.put("LINKERD_MULTUS_NETWORK_DIR", mode.equals("file") ? MULTUS : FakeNode.NETWORKS);
        }
        return environment;
    }

    /** The networks that a runtime may read there. */
    static List<Path> networks(FakeNode node) throws IOException {
        try (var files = Files.walk(node.host("/etc/cni"))) {
            return files.filter(file -> file.toString().matches(".*\\.(conf|conflist|json)"))
                    .toList();
        }
    }

    private static Path network(FakeNode node, String name) {
        return node.host(FakeNode.NETWORKS).resolve(name);
    }
}
