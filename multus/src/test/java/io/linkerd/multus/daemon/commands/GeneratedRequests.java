// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.daemon.server.UnixClient;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Requests of HTTP to a daemon, of which one thing or another is odd, and annotations of the pods that they are about. */
record GeneratedRequests(Random random, String runtimes) {
    static final List<String> PODS = List.of("a", "b", "c");

    private static final List<String> COMMANDS = List.of("ADD", "DEL", "CHECK", "GC", "STATUS", "VERSION", "add", "");
    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "..",
            "../../x",
            "a\u0000b",
            "\ud800",
            "\ud83d\ude00",
            "\u202e\u0085\u2028",
            "=",
            ";;=;",
            "'\"\\",
            "%s%n",
            "é".repeat(300));
    private static final List<String> VALUES = List.of(
            "null", "0", "-0.0E+99", "true", "[]", "{}", "[null]", "{\"\":null}", "\"\"", "NaN", "\"\\ud800\"", "[[[[");
    private static final List<String> NETWORKS = List.of(
            "",
            "red",
            "red,blue@lan,missing",
            "other/red",
            "red,".repeat(1_500),
            "[{\"name\":\"red\",\"cni-args\":{\"a\":%s}}]",
            "[{\"name\":\"red\",\"ips\":%s}]",
            "[{\"name\":\"blue\",\"interface\":%s}]",
            "[{\"name\":%s,\"namespace\":%s}]",
            "[{\"name\":\"long\"},{\"name\":\"long\"},{\"name\":\"long\"}]",
            "[{\"name\":\"wide\",\"cni-args\":{\"a\":%s}}]",
            "[{\"name\":\"red\",\"default-route\":%s,\"mac\":%s}]",
            "%s");
    private static final List<String> CONFIGS = List.of(
            "{\"cniVersion\":\"1.0.0\",\"name\":\"hot\",\"type\":\"red\"}",
            "{\"cniVersion\":\"1.0.0\",\"name\":\"hot\",\"plugins\":[{\"type\":\"blue\"},%s]}",
            "{\"cniVersion\":%s,\"name\":%s,\"type\":\"red\"}",
            "{\"type\":\"multus-shim\"}",
            "%s");

    /** {@return what a pod's annotation selects} */
    String networks() {
        var networks = filled(pick(NETWORKS));
        return oneIn(200) ? networks + "x".repeat(random.nextInt(300 << 10)) : networks;
    }

    /** {@return a request, each of its characters a byte} */
    String request() {
        var path = oneIn(50) ? "/odd" : oneIn(3) ? "/delegate" : "/cni";
        return UnixClient.post(path, new String(body(path).getBytes(UTF_8), ISO_8859_1));
    }

    private String body(String path) {
        if (oneIn(400)) {
            return "{\"env\":{\"A\":\"" + "é".repeat(random.nextInt(5 << 20)) + "\"}}";
        }
        var members = Stream.of(
                        "\"env\":" + (oneIn(30) ? value() : env()),
                        "\"config\":" + (oneIn(30) ? value() : config(path)),
                        "\"interfaceAttributes\":" + (oneIn(3) ? value() : attributes()))
                .filter(_ -> !oneIn(30))
                .collect(Collectors.joining(",", "{", "}"));
        return switch (random.nextInt(20)) {
            case 0 -> members.substring(0, random.nextInt(members.length()));
            case 1 -> members + members;
            case 2 -> value();
            default -> members;
        };
    }

    private String env() {
        var pod = pick(PODS);
        return Stream.of(
                        variable("CNI_COMMAND", pick(oneIn(3) ? COMMANDS : COMMANDS.subList(0, 3))),
                        variable("CNI_CONTAINERID", pod),
                        variable("CNI_NETNS", FakeSandboxes.FOLDER + pod),
                        variable("CNI_IFNAME", oneIn(4) ? "net7" : "eth0"),
                        variable("CNI_ARGS", args(pod)))
                .filter(_ -> !oneIn(60))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private String variable(String name, String usual) {
        return JsonEdit.member(name, oneIn(80) ? value() : JsonEdit.quote(oneIn(40) ? pick(TEXTS) : usual));
    }

    private String args(String pod) {
        return Stream.of(
                        "IgnoreUnknown=1",
                        "K8S_POD_NAMESPACE=shop",
                        "K8S_POD_NAME=" + (oneIn(20) ? pick(TEXTS) : pod),
                        "K8S_POD_UID=" + (oneIn(20) ? pick(TEXTS) : "u-" + pod),
                        oneIn(5) ? pick(TEXTS) : "X=1")
                .filter(_ -> !oneIn(60))
                .collect(Collectors.joining(";"));
    }

    private String config(String path) {
        boolean isUsual = path.equals("/cni") && !oneIn(15);
        var config = (isUsual ? runtimes : filled(pick(CONFIGS))).getBytes(UTF_8);
        if (oneIn(20)) {
            config[random.nextInt(config.length)] ^= (byte) (1 << random.nextInt(8));
        }
        var base64 = Base64.getEncoder().encodeToString(config);
        return JsonEdit.quote(oneIn(40) ? base64.substring(base64.length() / 3) : base64);
    }

    private String attributes() {
        return filled("{\"ips\":[\"10.0.0.2\"],\"mac\":\"c2:b0:57:49:47:f1\",\"cni-args\":{\"a\":%s}}");
    }

    /** {@return the text with values where it has none} */
    private String filled(String text) {
        var filled = text;
        while (filled.contains("%s}") || filled.contains("%s,") || filled.contains("%s]") || filled.equals("%s")) {
            int place = filled.indexOf("%s");
            filled = filled.substring(0, place) + value() + filled.substring(place + 2);
        }
        return filled;
    }

    private String value() {
        return switch (random.nextInt(4)) {
            case 0 -> JsonEdit.quote(pick(TEXTS).replace("%s", ""));
            case 1 -> "{" + JsonEdit.member(pick(TEXTS).replace("%s", ""), pick(VALUES)) + "}";
            case 2 -> JsonEdit.quote("y".repeat(random.nextInt(oneIn(50) ? 200_000 : 20)));
            default -> pick(VALUES);
        };
    }

    private String pick(List<String> texts) {
        return texts.get(random.nextInt(texts.size()));
    }

    private boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }
}
