// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.training;

import io.linkerd.multus.images.training.Fixtures;
import io.linkerd.multus.images.training.TrainingGround;
import io.linkerd.multus.images.training.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;

/** Lets the API server ask about pods: over TLS, with the bundle that the webhook put into its own configuration. */
public final class WebhookWorkload implements Workload {
    private static final String NAME = Fixtures.RELEASE + "-webhook";
    private static final String NAMESPACE = "meshed-pods";
    private static final int PODS = 300;

    @Override
    public Map<String, String> prepare(TrainingGround ground) throws IOException {
        Fixtures.namespace(ground.server().admin(), NAMESPACE, "{linkerd.io/multus: enabled}");
        applyWebhook(ground);
        var environment = new HashMap<String, String>();
        environment.put("LINKERD_MULTUS_SERVICE", NAME);
        environment.put("LINKERD_MULTUS_WEBHOOK_CONFIGURATION", "zz-" + NAME);
        environment.put("LINKERD_MULTUS_CA_SECRET", NAME + "-ca");
        environment.put("LINKERD_MULTUS_OWNER", NAME);
        environment.put("LINKERD_MULTUS_HTTPS_PORT", String.valueOf(ground.httpsPort()));
        environment.put("KUBECONFIG", kubeconfig(ground));
        return environment;
    }

    @Override
    public void exercise(TrainingGround ground) throws IOException {
        var pods = "/api/v1/namespaces/" + NAMESPACE + "/pods?dryRun=All";
        for (var i = 0; i < PODS; i++) {
            var admitted = ground.server().admin().create(pods, pod(i % 2 == 0)).orThrow();
            if (!admitted.contains("\"k8s.v1.cni.cncf.io/networks\":")
                    || !admitted.contains("\"runAsUser\":1000669999")) {
                throw new IOException("the webhook left a meshed pod without network or proxy uid: " + admitted);
            }
        }
        ground.health("/metrics");
        ground.health("/livez");
    }

    @Override
    public void verifyEnd(TrainingGround ground) {
        // Its Secret and the bundle stay, by design: other replicas go on with them.
    }

    /**
     * The client library knows a pod's service account by fixed paths only, which belong to pods; a kubeconfig that names the same files
     * leads it to the same code.
     */
    private static String kubeconfig(TrainingGround ground) throws IOException {
        var file = ground.directory().resolve("kubeconfig");
        Files.writeString(file, """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "%1$s", certificate-authority: %2$s/ca.crt}}]
                users: [{name: u, user: {tokenFile: %2$s/token}}]
                contexts: [{name: x, context: {cluster: c, user: u}}]
                current-context: x
                """.formatted(ground.server().uri(), ground.serviceAccount()));
        return file.toString();
    }

    /** The Service is a name for this machine, so that the API server calls it as it does in a cluster: by the Service's name. */
    private static void applyWebhook(TrainingGround ground) throws IOException {
        var api = ground.server().admin();
        api.apply("/api/v1/namespaces/" + Fixtures.NAMESPACE + "/services/" + NAME, """
                apiVersion: v1
                kind: Service
                metadata: {name: %s}
                spec: {type: ExternalName, externalName: localhost}
                """.formatted(NAME))
                .orThrow();
        api.apply("/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/zz-" + NAME, """
                apiVersion: admissionregistration.k8s.io/v1
                kind: MutatingWebhookConfiguration
                metadata: {name: zz-%1$s}
                webhooks:
                - name: pods.multus.linkerd.io
                  admissionReviewVersions: [v1]
                  clientConfig: {service: {namespace: %2$s, name: %1$s, path: /mutate/pods, port: %3$d}}
                  rules:
                  - {apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods], scope: Namespaced}
                  failurePolicy: Fail
                  reinvocationPolicy: IfNeeded
                  sideEffects: None
                  timeoutSeconds: 10
                """.formatted(
                                NAME, Fixtures.NAMESPACE, ground.httpsPort()))
                .orThrow();
    }

    /** A pod as Linkerd's injector leaves it: with a native sidecar, or with a plain container. */
    private static String pod(boolean nativeSidecar) {
        var proxy = "name: linkerd-proxy, image: proxy, securityContext: {runAsUser: 2102}";
        var validator = "{name: linkerd-network-validator, image: proxy, securityContext: {runAsUser: 65534}}";
        return """
                apiVersion: v1
                kind: Pod
                metadata:
                  generateName: app-
                  labels: {app: app, linkerd.io/control-plane-ns: linkerd}
                  annotations: {linkerd.io/inject: enabled, config.linkerd.io/proxy-log-level: "warn,linkerd=info"}
                spec:
                  initContainers: [%s]
                  containers:
                  - name: app
                    image: app
                    env: [{name: GREETING, value: hello}]
                    ports: [{containerPort: 8080}]
                    securityContext: {runAsUser: 1000660000, allowPrivilegeEscalation: false}
                  %s
                """.formatted(
                        validator + (nativeSidecar ? ", {" + proxy + ", restartPolicy: Always}" : ""),
                        nativeSidecar ? "" : "- {" + proxy + "}");
    }
}
