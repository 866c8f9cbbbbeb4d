// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.training;

import io.linkerd.multus.images.training.TrainingGround;
import io.linkerd.multus.images.training.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;

/** Lets the API server ask about pods and LinkerdConfigs: over TLS, with the bundle that the webhook put into its own configurations. */
public final class WebhookWorkload implements Workload {
    private static final String NAMESPACE = "meshed-pods";
    private static final int PODS = 300;

    private static final String CONFIGURATIONS = "/apis/admissionregistration.k8s.io/v1/";
    private static final String LINKERD_CONFIGS = "/apis/config.linkerd.io/v1alpha1/linkerdconfigs?dryRun=All";
    private static final int REVIEWED_CONFIGS = 30;
    private static final int TOO_HIGH = 70_000;

    @Override
    public Map<String, String> prepare(TrainingGround ground) throws IOException {
        ground.cluster().namespace(NAMESPACE, "{linkerd.io/multus: enabled}");
        leadHere(ground);
        return Map.of(
                "LINKERD_MULTUS_HTTPS_PORT", String.valueOf(ground.httpsPort()),
                "KUBECONFIG", kubeconfig(ground));
    }

    @Override
    public void exercise(TrainingGround ground) throws IOException {
        var pods = "/api/v1/namespaces/" + NAMESPACE + "/pods?dryRun=All";
        for (var i = 0; i < PODS; i++) {
            var admitted = ground.admin().create(pods, pod(i % 2 == 0)).orThrow();
            if (!admitted.contains("\"k8s.v1.cni.cncf.io/networks\":")
                    || !admitted.contains("\"runAsUser\":1000669999")) {
                throw new IOException("the webhook left a meshed pod without network or proxy uid: " + admitted);
            }
        }
        reviewLinkerdConfigs(ground);
        ground.health("/metrics");
        ground.health("/livez");
    }

    /** One that cannot be reviewed is admitted, so the refusals tell that all are. */
    private static void reviewLinkerdConfigs(TrainingGround ground) throws IOException {
        ground.await("LinkerdConfigs are reviewed", () -> isRefused(ground, TOO_HIGH));
        for (var i = 0; i < REVIEWED_CONFIGS; i++) {
            ground.admin()
                    .create(LINKERD_CONFIGS, linkerdConfig(ground, 4191 + i))
                    .orThrow();
            if (!isRefused(ground, TOO_HIGH + i)) {
                throw new IOException("the webhook took a LinkerdConfig that cannot hold");
            }
        }
    }

    private static boolean isRefused(TrainingGround ground, int port) throws IOException {
        return ground.admin()
                .create(LINKERD_CONFIGS, linkerdConfig(ground, port))
                .body()
                .contains("linkerd-multus cannot carry out LinkerdConfig");
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
                """.formatted(ground.apiServer(), ground.serviceAccount()));
        return file.toString();
    }

    /** The Service becomes a name for this machine, so that the API server calls it as it does in a cluster: by the Service's name. */
    private static void leadHere(TrainingGround ground) throws IOException {
        var name = ground.setting("LINKERD_MULTUS_SERVICE");
        var services = "/api/v1/namespaces/" + ground.setting("LINKERD_MULTUS_NAMESPACE") + "/services/";
        ground.admin()
                .merge(services + name, "{\"spec\":{\"type\":\"ExternalName\",\"externalName\":\"localhost\"}}")
                .orThrow();
        leadHere(ground, "mutatingwebhookconfigurations/" + ground.setting("LINKERD_MULTUS_WEBHOOK_CONFIGURATION"));
        for (var validating : ground.setting("LINKERD_MULTUS_VALIDATING_WEBHOOK_CONFIGURATIONS")
                .split(",", -1)) {
            leadHere(ground, "validatingwebhookconfigurations/" + validating);
        }
    }

    private static void leadHere(TrainingGround ground, String configuration) throws IOException {
        ground.admin()
                .patch(
                        CONFIGURATIONS + configuration,
                        "[{\"op\":\"replace\",\"path\":\"/webhooks/0/clientConfig/service/port\",\"value\":"
                                + ground.httpsPort() + "}]")
                .orThrow();
    }

    /** With something of each kind that is looked at more closely: certificates, a port, an amount, a level, a window. */
    private static String linkerdConfig(TrainingGround ground, int port) {
        return """
                {"apiVersion": "config.linkerd.io/v1alpha1", "kind": "LinkerdConfig", "metadata": {"generateName": "mesh-"},
                "spec": {"values": {"identityTrustAnchorsPEM": "%s", "proxy": {"logLevel": "warn,linkerd=debug",
                "outboundConnectTimeout": "1s", "ports": {"admin": %d}, "resources": {"memory": {"limit": "250Mi"}}}},
                "rollouts": {"mode": "DryRun", "window": {"start": "0 2 * * 6", "duration": "PT4H", "timeZone": "Europe/Berlin"}}}}
                """.formatted(ground.trustAnchor().replace("\n", "\\n"), port);
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
