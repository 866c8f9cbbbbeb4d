// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.linkerd.multus.acceptance.mesh.Conditions;
import io.linkerd.multus.localcluster.apiserver.ApiResponse;
import io.linkerd.multus.localcluster.apiserver.LoneApiServer;
import io.linkerd.multus.localcluster.apiserver.TetheredProcess;
import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import io.linkerd.multus.localcluster.programs.Kubectl;
import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** An operator, and a real API server without anybody who would run pods: how those are is for the test to say. */
final class OperatorCluster implements AutoCloseable {
    static final String NAMESPACE = "linkerd-multus";
    static final String MULTUS = "/apis/multus.linkerd.io/v1alpha1/linkerdmultuses/cluster";
    static final String DAEMON_SET = "/apis/apps/v1/namespaces/linkerd-multus/daemonsets/linkerd-multus-installer";
    static final String DEPLOYMENT = "/apis/apps/v1/namespaces/linkerd-multus/deployments/linkerd-multus-webhook";
    static final String ADMISSION =
            "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/zz-linkerd-multus-webhook";
    static final String VALIDATION =
            "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/linkerd-multus-webhook-attachments";

    private static final Path CRD = Path.of("..", "charts", "linkerd-multus-crds", "templates", "linkerdmultuses.yaml");
    static final String ACCOUNT = "linkerd-multus-controller";
    private static final Path KUBECONFIG = Path.of("target", "operator.kubeconfig");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final YAMLMapper YAML = new YAMLMapper();

    private final LoneApiServer server;
    private final List<TetheredProcess> others = new ArrayList<>();
    private Optional<TetheredProcess> operator = Optional.empty();

    /** With all that the bundle lets the operator do. */
    OperatorCluster() throws IOException, InterruptedException {
        this(BundleRights.all());
    }

    OperatorCluster(BundleRights rights) throws IOException, InterruptedException {
        server = new LoneApiServer(LocalClusterExtension.kubernetes());
        define();
        prepare(NAMESPACE, rights);
        Files.writeString(KUBECONFIG, kubeconfig(NAMESPACE));
    }

    /** Has it serve the kind. */
    void define() throws IOException {
        apply(
                "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/linkerdmultuses.multus.linkerd.io",
                Files.readString(CRD));
        server.admin().awaitServed(MULTUS.replace("/cluster", ""));
    }

    private void prepare(String namespace, BundleRights rights) throws IOException {
        apply("/api/v1/namespaces/" + namespace, "{apiVersion: v1, kind: Namespace}");
        apply(
                "/api/v1/namespaces/" + namespace + "/serviceaccounts/" + ACCOUNT,
                "{apiVersion: v1, kind: ServiceAccount}");
        allow(namespace, rights);
    }

    /** As OLM does. */
    private void allow(String namespace, BundleRights rights) throws IOException {
        var rbac = "/apis/rbac.authorization.k8s.io/v1/";
        var subjects = "[{kind: ServiceAccount, namespace: %s, name: %s}]".formatted(namespace, ACCOUNT);
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
        start(version, Map.of());
    }

    /** The same, with an OperatorCondition of that name, as OLM does. */
    void start(String version, String condition) throws IOException {
        start(version, Map.of("OPERATOR_CONDITION_NAME", condition));
    }

    private void start(String version, Map<String, String> more) throws IOException {
        stop();
        operator = Optional.of(OperatorProcess.start(version, NAMESPACE, KUBECONFIG, more));
    }

    /** Starts another one, in a namespace of its own, with all that the bundle lets it do. */
    void startAnother(String namespace) throws IOException {
        prepare(namespace, BundleRights.all());
        var kubeconfig = KUBECONFIG.resolveSibling("operator-of-" + namespace + ".kubeconfig");
        Files.writeString(kubeconfig, kubeconfig(namespace));
        others.add(OperatorProcess.start("1", namespace, kubeconfig, Map.of()));
    }

    /** {@return how a kubectl ends that has the rights of the operator's account} */
    Programs.Outcome attemptAsOperator(String... arguments) throws IOException, InterruptedException {
        return new Kubectl(server.kubectl().tools(), KUBECONFIG).attempt("", arguments);
    }

    /** {@return how an administrator reaches it} */
    Path kubeconfigOfAdministrator() {
        return server.kubectl().kubeconfig();
    }

    /** {@return whether the process of the operator has not ended} */
    boolean isOperatorAlive() {
        return operator.orElseThrow().isAlive();
    }

    /** The administrator's, with the operator's own account. */
    private String kubeconfig(String namespace) throws IOException {
        var kubeconfig = YAML.readTree(server.kubectl().kubeconfig().toFile());
        ((ObjectNode) kubeconfig.at("/users/0"))
                .putObject("user")
                .put("token", server.admin().token(namespace, ACCOUNT));
        return kubeconfig.toString();
    }

    /** As kill -9. */
    void stop() {
        operator.ifPresent(TetheredProcess::close);
        operator = Optional.empty();
    }

    /** Asks for that. */
    void ask(String spec) throws IOException {
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
        var generation = find(DAEMON_SET).orElseThrow().at("/metadata/generation");
        edit(DAEMON_SET + "/status", """
                {"status": {"observedGeneration": %s, "desiredNumberScheduled": 2, "currentNumberScheduled": 2,
                 "updatedNumberScheduled": 2, "numberAvailable": 2, "numberReady": 2, "numberMisscheduled": 0}}
                """.formatted(generation));
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
        stop();
        others.forEach(TetheredProcess::close);
        server.close();
    }
}
