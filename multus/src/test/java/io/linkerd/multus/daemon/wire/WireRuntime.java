// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.wire;

import io.linkerd.multus.daemon.shim.ShimCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** Calls a shim as a container runtime does, about pods that it makes. */
final class WireRuntime {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    /** So often in a row no API server is too busy for upstream's daemon. */
    private static final int ASKED_AT_MOST = 6;

    /** What upstream's client says of an API server that has not answered in time. */
    private static final String OUT_OF_TIME = "context deadline exceeded";

    /** The uid of a pod that was never there. */
    private static final String GONE = "gone";

    private final WireStand stand;
    private final Path shim;
    private final Path network;

    /** What a runtime knows of a pod's sandbox. */
    record Sandbox(String pod, String uid, String container) {}

    /**
     * A runtime of the node.
     *
     * @param network a network namespace
     */
    WireRuntime(WireStand stand, Path shim, Path network) {
        this.stand = stand;
        this.shim = shim;
        this.network = network;
    }

    WireStand stand() {
        return stand;
    }

    /** {@return the sandbox of a new pod that asks for these networks} */
    Sandbox asking(String networks) throws IOException {
        return annotated(networks.isEmpty() ? "" : "\"k8s.v1.cni.cncf.io/networks\":\"" + networks + "\"");
    }

    Sandbox annotated(String annotations) throws IOException {
        int number = NUMBERS.incrementAndGet();
        var name = "pod-" + number + "x";
        return new Sandbox(name, stand.cluster.create(name, annotations), "c0ffee" + number + "x");
    }

    /** {@return a sandbox whose pod is gone from the API server} */
    Sandbox unknown() {
        int number = NUMBERS.incrementAndGet();
        return new Sandbox("pod-" + number + "x", GONE, "c0ffee" + number + "x");
    }

    Seen call(String command, Sandbox sandbox) throws IOException, InterruptedException {
        return call(command, sandbox, config(), call -> call);
    }

    /** Calls with a configuration and an environment that differ. */
    Seen call(String command, Sandbox sandbox, String config, UnaryOperator<ShimCall> change)
            throws IOException, InterruptedException {
        var call = change.apply(prepared(command, sandbox, config));
        var outcome = call.run();
        for (int asked = 1; askedTooBusy(outcome) && asked < ASKED_AT_MOST; asked++) {
            outcome = call.run();
        }
        return seen(sandbox, outcome.exit(), outcome.out());
    }

    /** Upstream's daemon gives the API server 50 ms for its last question about a pod, and has asked no plugin by then. */
    private static boolean askedTooBusy(ShimCall.Outcome outcome) {
        return outcome.out().contains("error waiting for pod: ")
                && outcome.out().contains(OUT_OF_TIME);
    }

    /** {@return what is seen of a call during which the daemon is started} */
    Seen callUntilStarted(String command, Sandbox sandbox) throws IOException {
        var call = prepared(command, sandbox, config());
        stand.stop();
        var outcome = call.begin();
        stand.start();
        var ended = outcome.join();
        return seen(sandbox, ended.exit(), ended.out());
    }

    /** {@return the configuration that the daemon wrote} Where 4.0 has written it, no shim finds the socket but at its usual place: this one does. */
    String config() throws IOException {
        return Files.readString(stand.node.generated()).replace("\"socketDir\"", "\"daemonSocketDir\"");
    }

    /** {@return the same in another version of CNI} */
    String config(String version) throws IOException {
        return config().replaceFirst("\"cniVersion\": ?\"[0-9.]+\"", "\"cniVersion\":\"" + version + "\"");
    }

    private ShimCall prepared(String command, Sandbox sandbox, String config) {
        return ShimCall.of(shim, command, config)
                .with("CNI_CONTAINERID", sandbox.container())
                .with("CNI_NETNS", network.toString())
                .with("CNI_PATH", stand.node.bin().toString())
                .with("CNI_ARGS", arguments(sandbox));
    }

    static String arguments(Sandbox sandbox) {
        return "IgnoreUnknown=1;K8S_POD_NAMESPACE=%s;K8S_POD_NAME=%s;K8S_POD_INFRA_CONTAINER_ID=%s;K8S_POD_UID=%s"
                .formatted(WireCluster.NAMESPACE, sandbox.pod(), sandbox.container(), sandbox.uid());
    }

    /** {@return what is seen of a call that ended so, now} */
    Seen seen(Sandbox sandbox, int exit, String out) throws IOException {
        var status = sandbox.uid().equals(GONE) ? "" : stand.cluster.status(sandbox.pod());
        var kept = new TreeMap<String, String>();
        stand.node
                .kept(sandbox.container())
                .forEach((name, content) -> kept.put(same(name, sandbox), same(content, sandbox)));
        return new Seen(exit, same(out, sandbox), same(status, sandbox), kept);
    }

    private String same(String text, Sandbox sandbox) {
        return text.replace(stand.node.folder().toString(), "FOLDER")
                .replace(sandbox.uid(), "UID")
                .replace(sandbox.container(), "CONTAINER")
                .replace(sandbox.pod(), "POD")
                .replace(network.toString(), "NETNS")
                .replaceAll("-[0-9a-f]{16,}\\.json", "-HASH.json")
                .replaceAll(",(\\\\?)\"upstreamErrorCodes\\1\":true", "")
                .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "UID-OF-ANOTHER");
    }
}
