// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.requests;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.linkerd.multus.contracts.json.JsonEdit;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Bodies of requests as a shim sends them, of which one thing or another is odd. */
record RandomRequests(Random random) {
    private static final List<String> COMMANDS =
            List.of("ADD", "DEL", "CHECK", "GC", "STATUS", "VERSION", "", "add", "\u0000", "UPDATE");
    private static final List<String> ODD_TEXTS = List.of(
            "",
            " ",
            "..",
            "../../etc/passwd",
            "a/b",
            "a\u0000b",
            "\ud800",
            "\udc00\ud800",
            "\ud83d\ude00",
            "\u202e\u0085\u2028",
            "=",
            ";",
            ";;=;",
            "a=b=c",
            "'\"\\",
            "%s%n${x}",
            "-",
            "results");
    private static final List<String> ODD_JSON = List.of(
            "null",
            "0",
            "-0.0E+99",
            "1e999999999",
            "99999999999999999999",
            "true",
            "[]",
            "{}",
            "[null]",
            "{\"\":null}",
            "\"\"",
            "NaN",
            "'x'",
            "\"\\ud800\"",
            "\"\\x\"",
            "//");
    private static final List<String> KEYS = List.of(
            "cniVersion",
            "name",
            "type",
            "capabilities",
            "prevResult",
            "confDir",
            "cniDir",
            "BINDIR",
            "clusterNetwork",
            "delegates",
            "defaultNetworks",
            "systemNamespaces",
            "globalNamespaces",
            "runtimeConfig",
            "readinessindicatorfile",
            "namespaceIsolation",
            "strange");

    byte[] body() {
        var body = json().getBytes(UTF_8);
        return switch (random.nextInt(12)) {
            case 0 -> Arrays.copyOf(body, random.nextInt(body.length + 1));
            case 1 -> flipped(body);
            case 2 -> (json() + json()).getBytes(UTF_8);
            case 3 -> noise();
            default -> body;
        };
    }

    private String json() {
        if (oneIn(400)) {
            return "[".repeat(random.nextInt(100_000));
        }
        if (oneIn(500)) {
            return "{\"env\":{\"A\":\"" + "x".repeat(random.nextInt(10 << 20)) + "\"},"
                    + members().substring(1);
        }
        return oneIn(50) ? odd() : members();
    }

    private String members() {
        var members = Stream.of(
                        "\"" + cased("env") + "\":" + (oneIn(40) ? odd() : env()),
                        "\"" + cased("config") + "\":" + (oneIn(30) ? odd() : config()),
                        "\"interfaceAttributes\":" + (oneIn(2) ? odd() : attributes()),
                        "\"more\":" + odd())
                .filter(_ -> !oneIn(20))
                .collect(Collectors.joining(","));
        return "{" + members + "}";
    }

    private String env() {
        return Stream.of(
                        variable("CNI_COMMAND", oneIn(4) ? pick(COMMANDS) : pick(COMMANDS.subList(0, 3))),
                        variable("CNI_CONTAINERID", oneIn(10) ? oddText() : "c".repeat(1 + random.nextInt(64))),
                        variable("CNI_NETNS", oneIn(10) ? oddText() : "/var/run/netns/x"),
                        variable("CNI_IFNAME", oneIn(10) ? oddText() : "eth0"),
                        variable("CNI_ARGS", args()),
                        variable("CNI_PATH", oddText()),
                        variable(oddText(), oddText()))
                .filter(_ -> !oneIn(40))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private String variable(String name, String value) {
        return JsonEdit.member(name, oneIn(60) ? odd() : JsonEdit.quote(value));
    }

    private String args() {
        return Stream.of(
                        "IgnoreUnknown=1",
                        "K8S_POD_NAMESPACE=" + (oneIn(20) ? oddText() : "shop"),
                        "K8S_POD_NAME=" + (oneIn(20) ? oddText() : "till-0"),
                        "K8S_POD_UID=" + oddText(),
                        oneIn(10) ? oddText() : "X=1",
                        "Y=" + (oneIn(300) ? "y".repeat(random.nextInt(200_000)) : ""))
                .filter(_ -> !oneIn(50))
                .collect(Collectors.joining(";"));
    }

    private String config() {
        var config = switch (random.nextInt(12)) {
            case 0 -> odd();
            case 1 -> "{\"a\":".repeat(random.nextInt(1_000));
            case 2 -> "{" + "\"a\":0,".repeat(random.nextInt(50_000)) + "\"b\":1}";
            default -> netConf();
        };
        var base64 = Base64.getEncoder()
                .encodeToString(oneIn(20) ? flipped(config.getBytes(UTF_8)) : config.getBytes(UTF_8));
        return JsonEdit.quote(oneIn(30) ? base64.substring(base64.length() / 3) : base64);
    }

    private String netConf() {
        var odd = Stream.generate(() -> JsonEdit.member(pick(KEYS), odd())).limit(oneIn(2) ? 0 : random.nextInt(4));
        return Stream.concat(Stream.of("\"cniVersion\":\"1.0.0\"", "\"clusterNetwork\":\"/d/10-x.conflist\""), odd)
                .collect(Collectors.joining(",", "{", "}"));
    }

    private String attributes() {
        return "{\"ips\":[\"10.0.0.2\"],\"mac\":" + (oneIn(9) ? odd() : "\"c2:b0:57:49:47:f1\"") + ",\"cni-args\":"
                + (oneIn(9) ? odd() : "{\"a\":[1]}") + "}";
    }

    private String odd() {
        return switch (random.nextInt(4)) {
            case 0 -> JsonEdit.quote(oddText());
            case 1 -> "{" + JsonEdit.member(oddText(), pick(ODD_JSON)) + "}";
            case 2 -> "[" + pick(ODD_JSON) + "," + pick(ODD_JSON) + "]";
            default -> pick(ODD_JSON);
        };
    }

    private String oddText() {
        return oneIn(20) ? pick(ODD_TEXTS).repeat(random.nextInt(400)) : pick(ODD_TEXTS);
    }

    private String cased(String key) {
        return oneIn(20) ? key.toUpperCase(Locale.ROOT) : key;
    }

    private byte[] flipped(byte[] bytes) {
        var flipped = bytes.clone();
        for (int flips = random.nextInt(4); flips > 0 && flipped.length > 0; flips--) {
            flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return flipped;
    }

    private byte[] noise() {
        var noise = new byte[random.nextInt(200)];
        random.nextBytes(noise);
        return noise;
    }

    private String pick(List<String> texts) {
        return texts.get(random.nextInt(texts.size()));
    }

    private boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }
}
