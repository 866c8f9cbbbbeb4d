// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.wire;

import static io.linkerd.multus.daemon.wire.Difference.Where.BOTH_OURS;
import static io.linkerd.multus.daemon.wire.Difference.Where.OUR_DAEMON;
import static io.linkerd.multus.daemon.wire.Difference.Where.OUR_DAEMON_ALONE;
import static io.linkerd.multus.daemon.wire.Difference.Where.OUR_SHIM;
import static io.linkerd.multus.daemon.wire.Switch.ERROR_CODES;
import static io.linkerd.multus.daemon.wire.Switch.NONE;
import static io.linkerd.multus.daemon.wire.Switch.UNKNOWN_PODS;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The table of what differs on purpose. */
final class KnownDifferences {
    private static final String NEWEST_CNI = "1.1.0";

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

    private final Generation generation;

    private KnownDifferences(Generation generation) {
        this.generation = generation;
    }

    static List<Difference> of(Generation generation) {
        var known = new KnownDifferences(generation);
        return Stream.of(
                        known.ofWords(),
                        known.ofErrors(),
                        known.ofCheck(),
                        known.ofTraces(),
                        known.ofGarbage(),
                        known.ofCommandsToCome())
                .flatMap(List::stream)
                .toList();
    }

    /** {@return whether a switch makes something of the scenario as upstream's again} Until 4.1 upstream's, too, refused an unknown pod. */
    static boolean hasSwitch(Generation generation, String scenario) {
        return of(generation).stream()
                .filter(difference -> generation.knowsGarbageCollection() || difference.undone() != UNKNOWN_PODS)
                .anyMatch(difference -> difference.scenario().equals(scenario) && difference.undone() != NONE);
    }

    private List<Difference> ofWords() {
        var array = Change.words(
                "json: cannot unmarshal array into Go value of type struct { Name string \\\"json:\\\\\\\"name\\\\\\\"\\\" }",
                "it is an array, not an object");
        var torn = Change.words(
                "unexpected end of JSON input",
                "line 1, column 3: nothing follows, and the object that begins in line 1, column 2 has no end");
        return List.of(
                new Difference("ADD, on standard input: []", OUR_SHIM, array, NONE),
                new Difference("ADD, JSON that is none", OUR_DAEMON, torn, NONE));
    }

    private List<Difference> ofErrors() {
        var fails = "ADD, a plugin that fails";
        var unknown = "ADD, an unknown pod";
        var isUnknown = error("CmdAdd (shim): CNI request failed with status 400: '" + ARGUMENTS
                + "error configuring pod [shop/POD] networking: Multus: [shop/POD/UID]: error waiting for pod: pod \\\"POD\\\" not found\\n': StdinData: "
                + stdin());
        var known = new ArrayList<>(List.of(
                new Difference("STATUS, a plugin that fails", OUR_SHIM, code(50), ERROR_CODES),
                new Difference(fails, OUR_DAEMON, Change.gone("cni/CONTAINER"::equals), NONE),
                new Difference(unknown, OUR_DAEMON, Change.answered(1, isUnknown), UNKNOWN_PODS)));
        known.addAll(ofCode(fails, 11, ERROR_CODES));
        known.addAll(ofCode(unknown, 11, UNKNOWN_PODS));
        return known;
    }

    /** Upstream's shim of 4.0 does not speak CNI 1.1, and gives up at once where there is no daemon. */
    private List<Difference> ofCommandsToCome() {
        if (generation != Generation.V4_0_2) {
            return List.of();
        }
        var succeeds = Change.answered(0, "");
        var attached = succeeds.and(Change.kept("ledger/CONTAINER.eth0", "rw-r--r-- "))
                .and(Change.kept("ledger/CONTAINER.net1", "rw-r--r-- "));
        return List.of(
                new Difference("GC", OUR_SHIM, succeeds, NONE),
                new Difference("GC, of a container that is not named", OUR_SHIM, succeeds, NONE),
                new Difference("STATUS", OUR_SHIM, succeeds, NONE),
                new Difference("STATUS, a plugin that fails", OUR_SHIM, succeeds, NONE),
                new Difference("ADD, while the daemon starts", OUR_SHIM, attached, NONE));
    }

    /** Our daemon answers with an error of CNI's, our shim tells its code. */
    private List<Difference> ofCode(String scenario, int code, Switch undone) {
        return List.of(
                new Difference(
                        scenario,
                        OUR_DAEMON_ALONE,
                        generation.knowsGarbageCollection() ? Change.errorOfCni() : Change.quotedErrorOfCni(code),
                        undone),
                new Difference(scenario, BOTH_OURS, Change.errorOfCni().and(code(code)), undone));
    }

    /** Upstream checks nothing. */
    private List<Difference> ofCheck() {
        var gone = "CHECK, the interface is gone";
        var isGone = Change.answered(
                        1,
                        error("CmdCheck (shim): CNI request failed with status 400: '" + ARGUMENTS
                                + "DelegateCheck: error invoking ConflistCheck - \\\"main-net\\\": conflistCheck: error in getting result from"
                                + " CheckNetworkList: no such interface\\n': StdinData: " + stdin()))
                .and(Change.called("CHECK main eth0 NETNS", main()));
        var known = new ArrayList<>(List.of(
                new Difference(
                        "CHECK",
                        OUR_DAEMON,
                        Change.called("CHECK main eth0 NETNS", main(), "CHECK red net1 NETNS", RED),
                        NONE),
                new Difference(gone, OUR_DAEMON, isGone, NONE)));
        known.addAll(ofCode(gone, 101, ERROR_CODES));
        return known;
    }

    private List<Difference> ofTraces() {
        var away = "DEL, while the daemon is away";
        var unknown = Change.called(
                "DEL main eth0 NETNS",
                "{\"cniVersion\":\"" + generation.newestCni() + "\",\"name\":\"main-net\",\"type\":\"main\"}");
        var request =
                "{\"config\":{\"binDir\":\"FOLDER/bin\",\"clusterNetwork\":\"FOLDER/net.d/10-main.conflist\",\"cniDir\":\"FOLDER/cni\","
                        + "\"cniVersion\":\"" + generation.newestCni()
                        + "\",\"daemonSocketDir\":\"FOLDER/s\",\"logLevel\":\"verbose\",\"logToStderr\":true,"
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
                                .and(Change.called("DEL red net1 ", RED, "DEL main eth0 ", main())),
                        NONE));
    }

    private List<Difference> ofGarbage() {
        return List.of(new Difference(
                "GC, of a container that is not named",
                OUR_DAEMON,
                Change.gone(name -> !name.equals(Change.CALLS))
                        .and(Change.called("DEL red net1 NETNS", RED, "DEL main eth0 NETNS", main())),
                NONE));
    }

    private String main() {
        return MAIN.replace(NEWEST_CNI, generation.newestCni());
    }

    private String stdin() {
        return STDIN.replace(NEWEST_CNI, generation.newestCni());
    }

    /** Our shim tells the daemon's code. */
    private static Change code(int code) {
        return Change.words("\"code\": 999", "\"code\": " + code);
    }

    private static String error(String message) {
        return "{\n    \"code\": 999,\n    \"msg\": \"" + message + "\"\n}";
    }
}
