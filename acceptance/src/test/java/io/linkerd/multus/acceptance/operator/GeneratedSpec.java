// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.controller.operand.Rendering;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Supplier;

/**
 * A spec of a LinkerdMultus, and the chart's values that ask for the same.
 *
 * @param namespace of the operator, and of the release
 */
record GeneratedSpec(Rendering.Platform platform, String namespace, ObjectNode spec, ObjectNode values) {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final List<String> NAMESPACES = List.of("linkerd-multus", "mesh", "openshift-operators", "a");
    private static final List<String> EXCLUDED = List.of("kube-system", "kube-public", "monitoring", "mesh", "a");
    private static final List<String> SUBNETS = List.of("10.0.0.0/8", "192.168.7.0/24", "fd00::/8", "::/0");
    private static final List<String> LIMITS = List.of("256Mi", "300M", "0.5Gi", "1Gi", "268435457", "700001Ki");

    static GeneratedSpec of(Random random) {
        // The first numbers of seeds that follow each other are alike.
        random.nextLong();
        var generated = new GeneratedSpec(
                any(random, List.of(Rendering.Platform.values())),
                any(random, NAMESPACES),
                JSON.objectNode(),
                JSON.objectNode());
        generated.fill(random);
        return generated;
    }

    private void fill(Random random) {
        values.withObject("/global").put("platform", platform.name().toLowerCase(Locale.ROOT));
        text(random, "/logging/level", "/global/logLevel", "error", "warn", "info", "debug", "trace");
        text(random, "/logging/format", "/global/logFormat", "plain", "json");
        text(random, "/images/registry", "/global/imageRegistry", "quay.io/mesh", "mirror.example.com:5000/");
        text(random, "/images/pullPolicy", "/global/imagePullPolicy", "Always", "IfNotPresent", "Never");
        both(random, "/images/pullSecrets", "/global/imagePullSecrets", () -> {
            var secrets = JSON.arrayNode();
            random.ints(random.nextInt(3)).forEach(_ -> secrets.addObject().put("name", "pull-" + random.nextInt(9)));
            return secrets;
        });
        image(random, "/images/installer", "/installer/image");
        image(random, "/images/webhook", "/webhook/image");
        image(random, "/images/plugin", "/installer/plugin/image");
        mode(random);
        text(
                random,
                "/kubeconfigPath",
                "/global/kubeconfigPath",
                "/etc/cni/a/b.kubeconfig",
                "/etc/cni/mesh/deeper/kubeconfig");
        both(random, "/excludedNamespaces", "/global/excludedNamespaces", () -> {
            var names = JSON.arrayNode();
            EXCLUDED.stream().filter(_ -> random.nextBoolean()).forEach(names::add);
            return names;
        });
        flag(random, "/excludeOpenShiftNamespaces", "/global/excludeOpenShiftNamespaces");
        flag(random, "/networkPolicy", "/global/networkPolicy/enabled");
        text(random, "/linkerd/namespace", "/global/linkerd/namespace", "linkerd", "linkerd-edge");
        text(random, "/attachments/scope", "/global/attachments/scope", "PerNamespace", "Shared");
        text(random, "/attachments/namespace", "/global/attachments/namespace", "default", "networks", "123");
        text(random, "/installer/tokenLifetime", "/installer/plugin/tokenLifetime", "90m", "24h", "7d");
        both(
                random,
                "/installer/maxUnavailable",
                "/installer/maxUnavailable",
                () -> random.nextBoolean() ? JSON.numberNode(1 + random.nextInt(9)) : JSON.textNode("25%"));
        part(random, "installer");
        number(random, "/webhook/replicas", 1, 9);
        if (platform == Rendering.Platform.KUBERNETES) {
            flag(random, "/webhook/hostNetwork", "/webhook/hostNetwork");
        }
        number(random, "/webhook/port", 8400, 8500);
        number(random, "/webhook/healthPort", 9600, 9700);
        number(random, "/webhook/timeoutSeconds", 5, 30);
        text(random, "/webhook/failurePolicy", "/webhook/failurePolicy", "Fail", "Ignore");
        text(random, "/webhook/proxyUidStrategy", "/webhook/proxyUidStrategy", "highest", "offset");
        text(random, "/webhook/onImpossible", "/webhook/onImpossible", "Refuse", "Warn");
        text(random, "/webhook/onUserNamespace", "/webhook/onUserNamespace", "Refuse", "Warn");
        part(random, "webhook");
        cniChart(random);
    }

    private void cniChart(Random random) {
        text(random, "/linkerd/cniChart", "/global/linkerd/cniChart", "Use", "Replace", "Replace");
        for (var port : List.of("inboundProxyPort", "outboundProxyPort", "proxyAdminPort", "proxyControlPort")) {
            cniConfig(random, port, () -> JSON.numberNode(random.nextInt(1, 65536)));
        }
        cniConfig(random, "proxyUID", () -> JSON.numberNode(random.nextLong(1, 4294967295L)));
        cniConfig(random, "proxyGID", () -> JSON.numberNode(random.nextLong(-1, 4294967295L)));
        cniConfig(random, "ignoreInboundPorts", () -> ranges(random));
        cniConfig(random, "ignoreOutboundPorts", () -> ranges(random));
        cniConfig(random, "ignoreSubnets", () -> {
            var subnets = JSON.arrayNode();
            SUBNETS.stream().filter(_ -> random.nextBoolean()).forEach(subnets::add);
            return subnets;
        });
        cniConfig(random, "portsToRedirect", () -> {
            var ports = JSON.arrayNode();
            random.ints(random.nextInt(3), 1, 65536).forEach(ports::add);
            return ports;
        });
        cniConfig(random, "iptablesMode", () -> JSON.textNode(any(random, List.of("nft", "legacy", "plain"))));
        cniConfig(random, "disableIPv6", () -> JSON.booleanNode(random.nextBoolean()));
        cniConfig(random, "useWaitFlag", () -> JSON.booleanNode(random.nextBoolean()));
        cniConfig(random, "logLevel", () -> JSON.textNode(any(random, List.of("debug", "info"))));
    }

    private void cniConfig(Random random, String key, Supplier<JsonNode> generator) {
        both(random, "/linkerd/cniConfig/" + key, "/global/linkerd/cniConfig/" + key, generator);
    }

    private static JsonNode ranges(Random random) {
        var ports = JSON.arrayNode();
        random.ints(random.nextInt(4), 1, 60000).forEach(port -> {
            switch (random.nextInt(3)) {
                case 0 -> ports.add(port);
                case 1 -> ports.add(Integer.toString(port));
                default -> ports.add(port + "-" + (port + random.nextInt(100)));
            }
        });
        return ports;
    }

    private void part(Random random, String part) {
        both(random, part, "resources", () -> {
            var resources = JSON.objectNode();
            if (random.nextBoolean()) {
                resources.withObject("/limits").put("memory", any(random, LIMITS));
            }
            if (random.nextBoolean()) {
                resources.withObject("/limits").put("cpu", "2");
            }
            if (random.nextBoolean()) {
                resources.withObject("/requests").put("memory", "81Mi").put("cpu", "30m");
            }
            return resources;
        });
        both(
                random,
                part,
                "nodeSelector",
                () -> JSON.objectNode().put("pool", "mesh").put("zone", "a"));
        both(random, part, "tolerations", () -> {
            var tolerations = JSON.arrayNode();
            random.ints(random.nextInt(3))
                    .forEach(_ -> tolerations
                            .addObject()
                            .put("key", "taint-" + random.nextInt(9))
                            .put("operator", "Exists")
                            .put("effect", "NoExecute")
                            .put("tolerationSeconds", random.nextInt(99)));
            return tolerations;
        });
    }

    /** Of {@code auto} the operator makes {@code nad}; so does the chart where it sees Multus, or sees nothing. */
    private void mode(Random random) {
        if (platform == Rendering.Platform.OPENSHIFT) {
            text(random, "/mode", "/global/mode", "auto", "nad", "chained", "file", "auxiliary");
        } else {
            text(random, "/mode", "/global/mode", "auto", "nad", "chained", "file");
        }
    }

    private void image(Random random, String field, String value) {
        if (random.nextInt(3) == 0) {
            var repository = any(random, List.of("registry.example.com/a/b", "localhost/c", "r:5000/d/e/f"));
            var digest = "sha256:" + "0123456789abcdef".repeat(4);
            var isByDigest = random.nextBoolean();
            put(spec, field, JSON.textNode(repository + (isByDigest ? "@" + digest : ":1.2.3")));
            put(values, value + "/repository", JSON.textNode(repository));
            put(values, value + (isByDigest ? "/digest" : "/tag"), JSON.textNode(isByDigest ? digest : "1.2.3"));
        }
    }

    private void text(Random random, String field, String value, String... choices) {
        both(random, field, value, () -> JSON.textNode(any(random, List.of(choices))));
    }

    private void flag(Random random, String field, String value) {
        both(random, field, value, () -> JSON.booleanNode(random.nextBoolean()));
    }

    private void number(Random random, String field, int least, int most) {
        both(random, field, field, () -> JSON.numberNode(random.nextInt(least, most + 1)));
    }

    private void both(Random random, String part, String key, Supplier<JsonNode> generator) {
        var field = part.startsWith("/") ? part : "/" + part + "/" + key;
        var value = part.startsWith("/") ? key : field;
        if (random.nextInt(3) == 0) {
            var generated = generator.get();
            put(spec, field, generated);
            put(values, value, generated.deepCopy());
        }
    }

    private static void put(ObjectNode root, String path, JsonNode value) {
        var slash = path.lastIndexOf('/');
        var parent = slash == 0 ? root : root.withObject(path.substring(0, slash));
        parent.set(path.substring(slash + 1), value);
    }

    private static <T> T any(Random random, List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
