// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.fake;

import io.linkerd.multus.service.files.ExtendedAttributes;
import io.linkerd.multus.service.files.FileCalls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A node's folders and a pod's, below one directory, with the environment that tells an installer where they are. */
public final class FakeNode {
    /** Where the plugin goes on a plain node. */
    public static final String PLUGIN = "/opt/cni/bin/linkerd-cni";

    /** Where the kubeconfig goes. */
    public static final String KUBECONFIG = "/etc/cni/linkerd-multus/linkerd-cni.kubeconfig";

    /** Where the runtime of a plain node loads its networks from. */
    public static final String NETWORKS = "/etc/cni/net.d";

    private final Path root;
    private final FakeCluster cluster;

    /** Makes the folders that a chart for a plain node mounts, and a plugin in the pod. */
    public FakeNode(Path root, FakeCluster cluster) throws IOException {
        this.root = root;
        this.cluster = cluster;
        for (var directory : new String[] {
            "host/etc/cni/net.d", "host/opt/cni/bin", "host/var/lib/linkerd-multus", "source", "account"
        }) {
            Files.createDirectories(root.resolve(directory));
        }
        Files.writeString(host("/opt/cni/bin/bridge"), script("bridge"));
        Files.writeString(host("/etc/cni/net.d/10-bridge.conflist"), "{}");
        Files.writeString(root.resolve("account/token"), FakeCluster.OWN_TOKEN + "\n");
        Files.writeString(root.resolve("account/ca.crt"), cluster.caPem());
        source("1");
    }

    /** Puts this version of the plugin into the pod, as the init container does. */
    public void source(String version) throws IOException {
        Files.writeString(root.resolve("source/linkerd-cni"), script(version));
    }

    /** Has the node's file system remember more of a file, each as {@code name=hex}. */
    public void attribute(String path, String... texts) throws IOException {
        FileCalls.ofTheSystem().attribute(host(path), new ExtendedAttributes(List.of(texts)));
    }

    /** What a plugin of that version holds. */
    public static String script(String version) {
        return "#!/bin/sh\n# " + version + "\n" + "exit 0\n".repeat(2000);
    }

    /** A host path in the test's file system. */
    public Path host(String path) {
        return root.resolve("host" + path);
    }

    /** The pod's folder of that name. */
    public Path pod(String name) {
        return root.resolve(name);
    }

    /** What the installer is told, with further settings as {@code KEY=value}. */
    public Map<String, String> environment(String... more) {
        var environment = new HashMap<String, String>();
        environment.put("CONTAINER_MOUNT_PREFIX", root.resolve("host").toString());
        environment.put("CONTAINER_CNI_BIN_DIR", root.resolve("source").toString());
        environment.put("DEST_CNI_NET_DIR", "/etc/cni/linkerd-multus");
        environment.put("KUBECONFIG_FILE_NAME", "linkerd-cni.kubeconfig");
        environment.put("KUBERNETES_SERVICE_HOST", "127.0.0.1");
        environment.put("KUBERNETES_SERVICE_PORT", String.valueOf(cluster.port()));
        environment.put(
                "LINKERD_MULTUS_SERVICE_ACCOUNT_DIR", root.resolve("account").toString());
        environment.put("LINKERD_MULTUS_NAMESPACE", "linkerd-multus");
        environment.put("LINKERD_MULTUS_NODE_NAME", "node1");
        environment.put("LINKERD_MULTUS_DAEMON_SET", "installer");
        environment.put("LINKERD_MULTUS_SUCCESSOR", "linkerd-cni");
        environment.put("LINKERD_MULTUS_PLUGIN_SERVICE_ACCOUNT", "plugin");
        environment.put("LINKERD_MULTUS_HEALTH_PORT", "0");
        environment.put("LINKERD_MULTUS_POD_NAME", "installer-abc");
        for (var setting : more) {
            environment.put(setting.substring(0, setting.indexOf('=')), setting.substring(setting.indexOf('=') + 1));
        }
        return environment;
    }

    /** Every path below the host's folders, with kind, permission bits, extended attributes and content: equal means byte for byte the same. */
    public Map<String, String> picture() {
        try (var paths = Files.walk(root.resolve("host"))) {
            var picture = new TreeMap<String, String>();
            paths.forEach(path -> picture.put(root.relativize(path).toString(), describe(path)));
            return picture;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String describe(Path path) {
        try {
            if (Files.isSymbolicLink(path)) {
                return "-> " + Files.readSymbolicLink(path);
            }
            var mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
            if (Files.isDirectory(path)) {
                return mode;
            }
            var attributes = ExtendedAttributes.of(path).texts();
            return mode + (attributes.isEmpty() ? "" : attributes) + " "
                    + Files.readString(path, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
