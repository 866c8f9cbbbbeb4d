// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.wire;

import static io.linkerd.multus.daemon.wire.Difference.Where.BOTH_OURS;
import static io.linkerd.multus.daemon.wire.Difference.Where.OUR_DAEMON;
import static io.linkerd.multus.daemon.wire.Difference.Where.OUR_SHIM;
import static io.linkerd.multus.daemon.wire.Switch.ERROR_CODES;
import static io.linkerd.multus.daemon.wire.Switch.NONE;
import static io.linkerd.multus.daemon.wire.Switch.UNKNOWN_PODS;

import java.util.List;
import java.util.stream.Stream;

/** The table of what differs on purpose. */
final class KnownDifferences {
    private static final String RESULT =
            "\"dns\":{\"nameservers\":[\"10.1.0.10\"]},\"interfaces\":[{\"mac\":\"0a:58:0a:01:02:03\",\"mtu\":1400,\"name\":\"@\",\"sandbox\":\"NETNS\"}],"
                    + "\"ips\":[{\"address\":\"10.1.2.3/24\",\"gateway\":\"10.1.2.1\",\"interface\":0}],"
                    + "\"routes\":[{\"dst\":\"0.0.0.0/0\",\"gw\":\"10.1.2.1\"}]},";

    /** What plugins are given of a container that has been added. */
    private static final String MAIN =
            "{\"cniVersion\":\"1.1.0\",\"name\":\"main-net\",\"prevResult\":{\"cniVersion\":\"1.1.0\","
                    + RESULT.replace("@", "eth0") + "\"type\":\"main\"}";

    private static final String RED =
            "{\"cniVersion\":\"1.0.0\",\"name\":\"red\",\"prevResult\":{\"cniVersion\":\"1.0.0\","
                    + RESULT.replace("@", "net1") + "\"type\":\"red\"}";

    private static final String ARGUMENTS =
            "ContainerID:\\\"CONTAINER\\\" Netns:\\\"NETNS\\\" IfName:\\\"eth0\\\" Args:\\\"IgnoreUnknown=1;K8S_POD_NAMESPACE=shop;"
                    + "K8S_POD_NAME=POD;K8S_POD_INFRA_CONTAINER_ID=CONTAINER;K8S_POD_UID=UID\\\" Path:\\\"\\\" ERRORED: ";

    /** What the shim was given on standard input, within a message. */
    private static final String STDIN =
            ("{\"binDir\":\"FOLDER/bin\",\"cniVersion\":\"1.1.0\",\"logLevel\":\"verbose\",\"logToStderr\":true,\"name\":\"multus-cni-network\","
                            + "\"clusterNetwork\":\"FOLDER/net.d/10-main.conflist\",\"namespaceIsolation\":true,\"type\":\"multus-shim\","
                            + "\"cniDir\":\"FOLDER/cni\",\"daemonSocketDir\":\"FOLDER/s\"}")
                    .replace("\"", "\\\"");

    private KnownDifferences() {}

    static List<Difference> all() {
        return Stream.of(ofWords(), ofErrors(), ofCheck(), ofTraces(), ofGarbage())
                .flatMap(List::stream)
                .toList();
    }

    /** {@return whether a switch makes something of the scenario as upstream's again} */
    static boolean hasSwitch(String scenario) {
        return all().stream()
                .anyMatch(difference -> difference.scenario().equals(scenario) && difference.undone() != NONE);
    }

    private static List<Difference> ofWords() {
        var array = Change.words(
                "json: cannot unmarshal array into Go value of type struct { Name string \\\"json:\\\\\\\"name\\\\\\\"\\\" }",
                "it is an array, not an object");
        var torn = Change.words("unexpected end of JSON input", "line 1, column 3: ends in the middle of a value");
        return List.of(
                new Difference("ADD, on standard input: []", OUR_SHIM, array, NONE),
                new Difference("ADD, JSON that is none", OUR_DAEMON, torn, NONE));
    }

    private static List<Difference> ofErrors() {
        var fails = "ADD, a plugin that fails";
        var unknown = "ADD, an unknown pod";
        var isUnknown = error(
                "CmdAdd (shim): " + ARGUMENTS
                        + "error configuring pod [shop/POD] networking: Multus: [shop/POD/UID]: error waiting for pod: pod \\\"POD\\\" not found");
        return List.of(
                new Difference("STATUS, a plugin that fails", OUR_SHIM, code(50), ERROR_CODES),
                new Difference(fails, OUR_DAEMON, Change.errorOfCni(), ERROR_CODES),
                new Difference(fails, BOTH_OURS, code(11), ERROR_CODES),
                new Difference(fails, OUR_DAEMON, Change.gone("cni/CONTAINER"::equals), NONE),
                new Difference(unknown, OUR_DAEMON, Change.answered(1, isUnknown), UNKNOWN_PODS),
                new Difference(unknown, BOTH_OURS, code(11), UNKNOWN_PODS));
    }

    /** Upstream checks nothing. */
    private static List<Difference> ofCheck() {
        var gone = "CHECK, the interface is gone";
        var isGone = Change.answered(
                        1,
                        error("CmdCheck (shim): CNI request failed with status 400: '" + ARGUMENTS
                                + "DelegateCheck: error invoking ConflistCheck - \\\"main-net\\\": conflistCheck: error in getting result from"
                                + " CheckNetworkList: no such interface\\n': StdinData: " + STDIN))
                .and(Change.called("CHECK main eth0 NETNS", MAIN));
        return List.of(
                new Difference(
                        "CHECK",
                        OUR_DAEMON,
                        Change.called("CHECK main eth0 NETNS", MAIN, "CHECK red net1 NETNS", RED),
                        NONE),
                new Difference(gone, OUR_DAEMON, isGone, NONE),
                new Difference(gone, OUR_DAEMON, Change.errorOfCni(), ERROR_CODES),
                new Difference(gone, BOTH_OURS, code(101), ERROR_CODES));
    }

    private static List<Difference> ofTraces() {
        var away = "DEL, while the daemon is away";
        var unknown = Change.called(
                "DEL main eth0 NETNS", "{\"cniVersion\":\"1.1.0\",\"name\":\"main-net\",\"type\":\"main\"}");
        var request =
                "{\"config\":{\"binDir\":\"FOLDER/bin\",\"clusterNetwork\":\"FOLDER/net.d/10-main.conflist\",\"cniDir\":\"FOLDER/cni\","
                        + "\"cniVersion\":\"1.1.0\",\"daemonSocketDir\":\"FOLDER/s\",\"logLevel\":\"verbose\",\"logToStderr\":true,"
                        + "\"name\":\"multus-cni-network\",\"namespaceIsolation\":true,\"type\":\"multus-shim\"},"
                        + "\"env\":{\"CNI_ARGS\":\"IgnoreUnknown=1;K8S_POD_NAMESPACE=shop;K8S_POD_NAME=POD;K8S_POD_INFRA_CONTAINER_ID=CONTAINER;"
                        + "K8S_POD_UID=UID\",\"CNI_COMMAND\":\"DEL\",\"CNI_CONTAINERID\":\"CONTAINER\",\"CNI_IFNAME\":\"eth0\",\"CNI_NETNS\":\"NETNS\","
                        + "\"CNI_PATH\":\"FOLDER/bin\"}}";
        return List.of(
                new Difference("DEL, an unknown pod", OUR_DAEMON, unknown, NONE),
                new Difference(
                        away,
                        OUR_SHIM,
                        Change.kept("cni/spool/CONTAINER-eth0-HASH.json", "rw------- " + request),
                        NONE),
                new Difference(
                        away,
                        BOTH_OURS,
                        Change.gone(name -> !name.equals(Change.CALLS))
                                .and(Change.called("DEL red net1 ", RED, "DEL main eth0 ", MAIN)),
                        NONE));
    }

    private static List<Difference> ofGarbage() {
        return List.of(new Difference(
                "GC, of a container that is not named",
                OUR_DAEMON,
                Change.gone(name -> !name.equals(Change.CALLS))
                        .and(Change.called("DEL red net1 NETNS", RED, "DEL main eth0 NETNS", MAIN)),
                NONE));
    }

    /** Our shim tells the daemon's code. */
    private static Change code(int code) {
        return Change.words("\"code\": 999", "\"code\": " + code);
    }

    private static String error(String message) {
        return "{\n    \"code\": 999,\n    \"msg\": \"" + message + "\"\n}";
    }
}
