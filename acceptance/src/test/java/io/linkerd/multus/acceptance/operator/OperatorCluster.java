// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.linkerd.multus.localcluster.apiserver.ApiResponse;
import io.linkerd.multus.localcluster.apiserver.LoneApiServer;
import io.linkerd.multus.localcluster.apiserver.TetheredProcess;
import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    private static final Path CRD = Path.of("..", "charts", "linkerd-multus-crds", "templates", "linkerdmultuses.yaml");
    private static final Path ATTACHMENTS = Path.of(
            "..", "local-cluster", "src", "main", "resources", "cluster", "network-attachment-definitions.crd.yaml");
    private static final Path MANIFESTS = Path.of("..", "openshift", "bundle", "manifests");
    private static final String ACCOUNT = "linkerd-multus-controller";
    private static final Path KUBECONFIG = Path.of("target", "operator.kubeconfig");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final YAMLMapper YAML = new YAMLMapper();

    private final LoneApiServer server;
    private Optional<TetheredProcess> operator = Optional.empty();

    OperatorCluster() throws IOException, InterruptedException {
        server = new LoneApiServer(LocalClusterExtension.kubernetes());
        apply(
                "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/linkerdmultuses.multus.linkerd.io",
                Files.readString(CRD));
        server.admin().awaitServed(MULTUS.replace("/cluster", ""));
        apply("/api/v1/namespaces/" + NAMESPACE, "{apiVersion: v1, kind: Namespace}");
        apply("/api/v1/namespaces/linkerd-multus/serviceaccounts/" + ACCOUNT, "{apiVersion: v1, kind: ServiceAccount}");
        allow();
        Files.writeString(KUBECONFIG, kubeconfig());
    }

    /** As OLM does, from the bundle. */
    private void allow() throws IOException {
        var rules =
                manifest("linkerd-multus.clusterserviceversion").at("/spec/install/spec/clusterPermissions/0/rules");
        apply(
                "/apis/rbac.authorization.k8s.io/v1/clusterroles/operator",
                "{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, rules: %s}".formatted(rules));
        apply("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/operator", """
                {apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRoleBinding,
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: operator},
                subjects: [{kind: ServiceAccount, namespace: linkerd-multus, name: linkerd-multus-controller}]}
                """);
        for (var kind : List.of("role", "rolebinding")) {
            var object = manifest("linkerd-multus-controller_rbac.authorization.k8s.io_v1_" + kind);
            object.withObject("/metadata").remove("ownerReferences");
            apply(
                    "/apis/rbac.authorization.k8s.io/v1/namespaces/%s/%ss/%s".formatted(NAMESPACE, kind, ACCOUNT),
                    object.toString());
        }
    }

    /** Gives it Multus' kind, and Linkerd's configuration of its plugin. */
    void knowsAttachments() throws IOException {
        apply(
                "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/network-attachment-definitions.k8s.cni.cncf.io",
                Files.readString(ATTACHMENTS));
        apply("/api/v1/namespaces/linkerd-cni", "{apiVersion: v1, kind: Namespace}");
        apply("/api/v1/namespaces/linkerd-cni/configmaps/linkerd-cni-config", """
                {apiVersion: v1, kind: ConfigMap, data: {cni_network_config:
                '{"cniVersion": "0.3.0", "name": "linkerd-cni", "type": "linkerd-cni", "linkerd": {"proxy-uid": 2102}}'}}
                """);
    }

    private static ObjectNode manifest(String name) throws IOException {
        return YAML.readTree(MANIFESTS.resolve(name + ".yaml").toFile()).require();
    }

    /** Starts the operator of that version, in place of the one before. */
    void start(String version) throws IOException {
        stop();
        var module = Path.of("..", "controller", "target");
        var classPath = module.resolve("classes") + ":"
                + Files.readString(module.resolve("runtime.classpath")).strip();
        operator = Optional.of(TetheredProcess.start(
                "operator",
                Path.of("target", "operator.log"),
                Map.of(
                        "KUBECONFIG", KUBECONFIG.toString(),
                        "LINKERD_MULTUS_NAMESPACE", NAMESPACE,
                        "LINKERD_MULTUS_POD_NAME", "operator",
                        "LINKERD_MULTUS_LOG_LEVEL", "debug",
                        "LINKERD_MULTUS_OPERATOR", "true",
                        "LINKERD_MULTUS_VERSION", version,
                        "LINKERD_MULTUS_REPAIR", "false",
                        "LINKERD_MULTUS_HEALTH_PORT", "0"),
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classPath,
                        "io.linkerd.multus.controller.ControllerApplication")));
    }

    /** The administrator's, with the operator's own account. */
    private String kubeconfig() throws IOException {
        var kubeconfig = YAML.readTree(server.kubectl().kubeconfig().toFile());
        ((ObjectNode) kubeconfig.at("/users/0"))
                .putObject("user")
                .put("token", server.admin().token(NAMESPACE, ACCOUNT));
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

    /** Changes what is there, as somebody else does. */
    void edit(String path, String patch) throws IOException {
        server.admin().merge(path, patch).orThrow();
    }

    void delete(String path) throws IOException {
        server.admin().delete(path).orThrow();
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
        return find(MULTUS)
                .flatMap(multus -> multus.at("/status/conditions")
                        .valueStream()
                        .filter(condition -> condition.path("type").asText().equals(type))
                        .findFirst())
                .map(condition -> "%s %s: %s"
                        .formatted(
                                condition.path("status").asText(),
                                condition.path("reason").asText(),
                                condition.path("message").asText()))
                .orElse("");
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
        server.close();
    }
}
