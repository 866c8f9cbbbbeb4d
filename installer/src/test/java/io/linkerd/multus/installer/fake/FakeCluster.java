// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.fake;

import io.linkerd.multus.service.fakeapi.Failure;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.time.Duration;
import java.util.List;

/** What an installer sees of a cluster: our DaemonSet, its node, and the plugin's service account, served by the one fake API server. */
public final class FakeCluster implements AutoCloseable {
    /** The token of the installer's own pod. */
    public static final String OWN_TOKEN = "own-token";

    private static final String NAMESPACE = "linkerd-multus";
    private static final String PLUGIN = "plugin";
    private static final String OUR_NAMESPACE = "/api/v1/namespaces/" + NAMESPACE;
    private static final String ACCOUNT = OUR_NAMESPACE + "/serviceaccounts/" + PLUGIN;
    private static final String DAEMON_SETS = "/apis/apps/v1/namespaces/" + NAMESPACE + "/daemonsets";
    private static final String DAEMON_SET = DAEMON_SETS + "/installer";
    private static final String SUCCESSOR = DAEMON_SETS + "/linkerd-cni";
    private static final String NODE = "/api/v1/nodes/node1";

    private final FakeApiServer api = FakeApiServer.tls();

    /** How the API server behaves. */
    public enum Health {
        UP,
        /** Accepts connections and answers nothing. */
        HANGING,
        /** 500 for everything. */
        BROKEN,
        /** 403 for everything, as after Helm has removed our rights. */
        FORBIDDING,
        /** 401 for everything, as after the service account is gone. */
        UNAUTHORIZING
    }

    /** Serves at once, with our DaemonSet and a node that is nothing special. */
    public FakeCluster() {
        api.tokens().require();
        api.tokens().accept(OWN_TOKEN);
        api.put(ACCOUNT, "{}");
        api.put(NODE, "{}");
        api.put("/api/v1/namespaces/default", "{}");
        makeDaemonSet();
    }

    /** {@return the Events that were posted, as JSON} */
    public List<String> events() {
        return api.list("/api/v1/namespaces/default/events").stream()
                .map(Object::toString)
                .toList();
    }

    /** {@return the API server's port on 127.0.0.1} */
    public int port() {
        return api.port();
    }

    String caPem() {
        return api.caPem();
    }

    /** From now on the API server behaves like this. */
    public void become(Health next) {
        api.heal();
        switch (next) {
            case UP -> {}
            case HANGING -> api.fail("", new Failure.Hang());
            case BROKEN -> api.fail("", Failure.status(500));
            case FORBIDDING -> api.fail("", Failure.status(403));
            case UNAUTHORIZING -> api.fail("", Failure.status(401));
        }
    }

    /** The node and the cluster are OpenShift's. */
    public void becomeOpenShift() {
        api.edit(NODE, "{metadata: {labels: {'node.openshift.io/os_id': 'rhcos'}}}");
    }

    /** Makes our DaemonSet, as an installation does. */
    public void makeDaemonSet() {
        api.put(DAEMON_SET, "{}");
    }

    /** Changes nothing that matters in our DaemonSet. */
    public void touchDaemonSet() {
        api.edit(DAEMON_SET, "{metadata: {labels: {touched: 'yes'}}}");
    }

    /** Begins a foreground deletion of our DaemonSet. */
    public void markDaemonSetDeleted() {
        api.delete(DAEMON_SET, "{propagationPolicy: 'Foreground'}");
    }

    /** Removes our DaemonSet. */
    public void deleteDaemonSet() {
        api.remove(DAEMON_SET);
    }

    /** Begins to delete our namespace, as {@code kubectl delete namespace} does: since Kubernetes 1.33 the pods go, and the rest stands. */
    public void deleteNamespace() {
        api.delete(OUR_NAMESPACE, "{}");
    }

    /** Takes the right to look at our namespace. */
    public void forbidNamespaces() {
        api.fail("GET " + OUR_NAMESPACE, Failure.status(403));
    }

    /** Refuses so many requests, whatever they are for, as an API server does that has just started. */
    public void refuseEach(int times) {
        api.fail("GET ", Failure.status(403), times);
    }

    /** Refuses the next requests for the node, as an API server does that has just started. */
    public void refuseNode(int times) {
        api.fail("GET " + NODE, Failure.status(403), times);
    }

    /** The node runs this container runtime. */
    public void runtime(String version) {
        api.put(NODE, "{status: {nodeInfo: {containerRuntimeVersion: '" + version + "'}}}");
    }

    /** Makes the DaemonSet that a release's installer goes on as under its other name. */
    public void makeSuccessor(String release) {
        api.put(SUCCESSOR, "{metadata: {labels: {'multus.linkerd.io/installer-of': '" + release + "'}}}");
    }

    /** Begins a foreground deletion of the successor. */
    public void markSuccessorDeleted() {
        api.delete(SUCCESSOR, "{propagationPolicy: 'Foreground'}");
    }

    /** The release's controller says in its Lease that attachments name these kubeconfigs. */
    public void attachmentsName(String... paths) {
        api.put(
                "/apis/coordination.k8s.io/v1/namespaces/" + NAMESPACE + "/leases/linkerd-multus-controller",
                "{metadata: {annotations: {'multus.linkerd.io/kubeconfig-paths': \"" + String.join("\\n", paths)
                        + "\"}}}");
    }

    /** Ends all watches, as a server does that restarts. */
    public void endWatches() {
        api.watches().end();
    }

    /** Ends all watches with an ERROR, as a server does whose history does not reach back to where they are. */
    public void expireWatches() {
        api.watches().expire();
    }

    /** Breaks all watches off in the middle of a line. */
    public void breakWatchesOff() {
        api.watches().breakOff();
    }

    /** Refuses the next watch on our DaemonSet because it begins too far back. */
    public void refuseNextWatchAsGone() {
        api.fail("WATCH " + DAEMON_SETS, Failure.status(410), 1);
    }

    /** {@return how often our DaemonSet was listed} */
    public int lists() {
        return api.requests("GET " + DAEMON_SETS).size();
    }

    /** {@return how often our DaemonSet was watched} */
    public int watches() {
        return api.requests("WATCH " + DAEMON_SETS).size();
    }

    /** Changes something else, so that there is a new version that no event of our DaemonSet tells of. */
    public void changeElsewhere() {
        api.edit(NODE, "{metadata: {labels: {changed: '" + System.nanoTime() + "'}}}");
    }

    /** Leaves all watches open and says nothing in them any more, as a server does that lost its power. */
    public void silenceWatches() {
        api.watches().silence();
    }

    /** Forgets history, so that a watch from an older version gets an ERROR. */
    public void compact() {
        api.compact();
    }

    /** {@return how many tokens the plugin's account was given} */
    public int minted() {
        return api.tokens().minted();
    }

    /** {@return a token that was given earlier, with this much of its life behind it and this much before it} */
    public String issue(Duration age, Duration left) {
        return api.tokens().issue(NAMESPACE, PLUGIN, age, left);
    }

    /** Deletes the plugin's service account and makes it anew: all its tokens end. */
    public void remakeAccount() {
        api.remove(ACCOUNT);
        api.put(ACCOUNT, "{}");
    }

    @Override
    public void close() {
        api.close();
    }
}
