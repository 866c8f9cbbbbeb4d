// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.operator;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.linkerd.multus.acceptance.kinds.OwnKind;
import io.linkerd.multus.acceptance.mesh.Conditions;
import io.linkerd.multus.localcluster.apiserver.ApiResponse;
import io.linkerd.multus.localcluster.apiserver.LoneApiServer;
import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import io.linkerd.multus.localcluster.programs.Kubectl;
import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.awaitility.core.ConditionTimeoutException;

/** An operator, and a real API server without anybody who would run pods: how those are is for the test to say. */
final class OperatorCluster implements AutoCloseable {
    static final String NAMESPACE = Operators.NAMESPACE;
    private static final String KIND = OwnKind.LINKERD_MULTUS.path();
    static final String MULTUS = KIND + "/cluster";
    static final String DAEMON_SET = "/apis/apps/v1/namespaces/linkerd-multus/daemonsets/linkerd-multus-installer";
    static final String DEPLOYMENT = "/apis/apps/v1/namespaces/linkerd-multus/deployments/linkerd-multus-webhook";
    static final String ADMISSION =
            "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/zz-linkerd-multus-webhook";
    static final String VALIDATION =
            "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/linkerd-multus-webhook-attachments";
    static final String CONFIG_VALIDATION =
            "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/linkerd-multus-webhook-linkerdconfigs";

    private static final String POLICIES = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
    private static final String POLICY_BINDINGS =
            "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings";
    private static final String LEASE =
            "/apis/coordination.k8s.io/v1/namespaces/linkerd-multus/leases/linkerd-multus-operator";
    private static final Duration CLEARING = Duration.ofSeconds(30);
    private static final Duration REMOVAL = Duration.ofSeconds(10);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final YAMLMapper YAML = new YAMLMapper();

    private final LoneApiServer server;
    private final Operators operators;
    private final Clearance clearance;

    /**
     * With all that the bundle lets the operator do, which is not started yet.
     *
     * @param name of the class that it is for, whose own it is
     */
    OperatorCluster(String name) throws IOException, InterruptedException {
        server = new LoneApiServer(LocalClusterExtension.kubernetes());
        operators = new Operators(Path.of("target", "operators", name), server);
        define();
        prepare(NAMESPACE, BundleRights.all());
        clearance = new Clearance(server.admin(), KIND, CLEARING);
    }

    /** Lets the operator do that and nothing else. */
    void allow(BundleRights rights) throws IOException {
        allow(NAMESPACE, rights);
    }

    /**
     * Takes everything back to how it was before the first test.
     *
     * <p>The operator goes on, unless the test was about its process or the kinds that it finds: what it knows of those is of the time
     * when it started, or when it last looked.
     *
     * @param test whose work it is
     */
    void clear(String test) throws IOException {
        if (!operators.isUsual() || clearance.areKindsOther()) {
            operators.close();
        } else {
            haveOperatorLetGo();
        }
        clearance.run(test, path -> operators.isAlive() && path.equals(LEASE));
        server.admin().awaitServed(KIND);
    }

    /** After the operator has let the object go it writes nothing more of the operand. */
    private void haveOperatorLetGo() throws IOException {
        if (find(MULTUS).isEmpty()) {
            return;
        }
        // An installer's pod, or a policy that refuses a write, would hold it up.
        clearance.remove("/api/v1/pods", POLICIES, POLICY_BINDINGS);
        server.admin().delete(MULTUS);
        try {
            await().pollInterval(Duration.ofMillis(20))
                    .atMost(REMOVAL)
                    .until(() -> find(MULTUS).isEmpty());
        } catch (ConditionTimeoutException _) {
            operators.stop();
        }
    }

    /** Has it serve the kind. */
    void define() throws IOException {
        OwnKind.LINKERD_MULTUS.define(server.admin());
    }

    private void prepare(String namespace, BundleRights rights) throws IOException {
        apply("/api/v1/namespaces/" + namespace, "{apiVersion: v1, kind: Namespace}");
        apply(
                "/api/v1/namespaces/" + namespace + "/serviceaccounts/" + Operators.ACCOUNT,
                "{apiVersion: v1, kind: ServiceAccount}");
        allow(namespace, rights);
    }

    /** As OLM does. */
    private void allow(String namespace, BundleRights rights) throws IOException {
        var rbac = "/apis/rbac.authorization.k8s.io/v1/";
        var subjects = "[{kind: ServiceAccount, namespace: %s, name: %s}]".formatted(namespace, Operators.ACCOUNT);
        for (var kind : List.of("Role", "ClusterRole")) {
            var name = "operator-of-" + namespace;
            var place = kind.equals("Role") ? rbac + "namespaces/" + namespace + "/" : rbac;
            apply(
                    place + kind.toLowerCase(Locale.ROOT) + "s/" + name,
                    "{apiVersion: rbac.authorization.k8s.io/v1, kind: %s, rules: %s}"
                            .formatted(kind, kind.equals("Role") ? rights.own() : rights.cluster()));
            apply(place + kind.toLowerCase(Locale.ROOT) + "bindings/" + name, """
                {apiVersion: rbac.authorization.k8s.io/v1, kind: %1$sBinding, subjects: %2$s,
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: %1$s, name: %3$s}}
                """.formatted(kind, subjects, name));
        }
    }

    /** Starts the operator of that version, in place of the one before. */
    void start(String version) throws IOException {
        operators.start(version, Map.of());
    }

    /** The same, with an OperatorCondition of that name, as OLM does. */
    void start(String version, String condition) throws IOException {
        operators.start(version, Map.of("OPERATOR_CONDITION_NAME", condition));
    }

    /** Starts another one, in a namespace of its own, with all that the bundle lets it do. */
    void startAnother(String namespace) throws IOException {
        prepare(namespace, BundleRights.all());
        operators.startAnother(namespace);
    }

    /** {@return how a kubectl ends that has the rights of the operator's account} */
    Programs.Outcome attemptAsOperator(String... arguments) throws IOException, InterruptedException {
        return new Kubectl(server.kubectl().tools(), operators.kubeconfig(NAMESPACE)).attempt("", arguments);
    }

    /** {@return how an administrator reaches it} */
    Path kubeconfigOfAdministrator() {
        return server.kubectl().kubeconfig();
    }

    /** {@return what the operator has printed last, for the message of a failure} */
    String lastWords() {
        return operators.tail();
    }

    /** {@return whether the process of the operator has not ended} */
    boolean isOperatorAlive() {
        return operators.isAlive();
    }

    /** As kill -9. */
    void stop() {
        operators.stop();
    }

    /** Asks for that, of the operator that runs, or else of one that is started for it. */
    void ask(String spec) throws IOException {
        operators.ensureStarted();
        apply(MULTUS, "{apiVersion: multus.linkerd.io/v1alpha1, kind: LinkerdMultus, spec: %s}".formatted(spec));
    }

    /** Applies an object as a person does; the path says its name and namespace. */
    void apply(String path, String yaml) throws IOException {
        var object = (ObjectNode) YAML.readTree(yaml);
        object.withObject("/metadata").put("name", path.substring(path.lastIndexOf('/') + 1));
        server.admin().apply(path, object.toString()).orThrow();
    }

    /** {@return what kubectl says to an administrator} */
    String kubectl(String... arguments) throws IOException, InterruptedException {
        return server.kubectl().run(arguments);
    }

    /** Returns when objects of that kind are served. */
    void awaitServed(String path) throws IOException, InterruptedException {
        server.admin().awaitServed(path);
    }

    /** Changes what is there, as somebody else does. */
    void edit(String path, String patch) throws IOException {
        server.admin().merge(path, patch).orThrow();
    }

    /** Takes a namespace away for good, as the controller does that is not here. */
    void deleteNamespace(String name) throws IOException {
        var path = "/api/v1/namespaces/" + name;
        delete(path);
        server.admin().replace(path + "/finalize", """
            {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "%s"}, "spec": {"finalizers": []}}
            """.formatted(name)).orThrow();
    }

    /** {@return what the server counts of itself} */
    String metrics() throws IOException {
        return server.admin().get("/metrics").orThrow();
    }

    void delete(String path) throws IOException {
        server.admin().delete(path).orThrow();
    }

    /** Deletes it alone, and not what it owns. */
    void deleteOrphaning(String path) throws IOException {
        server.admin().delete(path + "?propagationPolicy=Orphan").orThrow();
    }

    /** {@return what is there} */
    Optional<JsonNode> find(String path) throws IOException {
        ApiResponse answer = server.admin().get(path);
        return answer.status() == HttpURLConnection.HTTP_NOT_FOUND
                ? Optional.empty()
                : Optional.of(JSON.readTree(answer.orThrow()));
    }

    /** {@return the status of the LinkerdMultus, in short} */
    String condition(String type) throws IOException {
        return find(MULTUS).map(multus -> Conditions.of(multus, type)).orElse("");
    }

    /** Says that all pods of the installer run, on two nodes. */
    void rollOutInstaller() throws IOException {
        rollOutInstaller(2, 2);
    }

    /** Says of how many of two nodes the installer's pod is as the DaemonSet says now, and of how many it works. */
    void rollOutInstaller(int updated, int ready) throws IOException {
        rollOutInstaller(DAEMON_SET, updated, ready);
    }

    void rollOutInstaller(String daemonSet, int updated, int ready) throws IOException {
        var generation = find(daemonSet).orElseThrow().at("/metadata/generation");
        edit(daemonSet + "/status", """
            {"status": {"observedGeneration": %s, "desiredNumberScheduled": 2, "currentNumberScheduled": 2,
             "updatedNumberScheduled": %d, "numberAvailable": %3$d, "numberReady": %3$d, "numberMisscheduled": 0}}
            """.formatted(generation, updated, ready));
    }

    /** Says that all pods of the webhook run. */
    void rollOutWebhook() throws IOException {
        var deployment = find(DEPLOYMENT).orElseThrow();
        var replicas = deployment.at("/spec/replicas");
        edit(DEPLOYMENT + "/status", """
            {"status": {"observedGeneration": %s, "replicas": %2$s, "updatedReplicas": %2$s, "availableReplicas": %2$s,
             "readyReplicas": %2$s}}
            """.formatted(deployment.at("/metadata/generation"), replicas));
    }

    @Override
    public void close() throws IOException {
        operators.close();
        server.close();
    }
}
