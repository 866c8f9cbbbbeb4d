// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.training;

import io.linkerd.multus.images.training.TrainingGround;
import java.io.IOException;
import java.util.regex.Pattern;

/** Linkerd's values, a LinkerdConfig that wants one of them otherwise, and a Deployment of meshed pods. */
final class FollowedMesh {
    private static final String WANTED = "warn,linkerd=debug";
    private static final String VERSION = "edge-26.8.3";
    private static final String NEXT_VERSION = "edge-26.8.4";

    private static final String CONFIG_MAPS = "/api/v1/namespaces/linkerd/configmaps/";
    private static final String VALUES = CONFIG_MAPS + "linkerd-config";
    private static final String LINKERD_CONFIG = "/apis/config.linkerd.io/v1alpha1/linkerdconfigs/mesh";

    /** About pods of the platform's namespaces our webhook, which does not run here, is not asked. */
    private static final String NAMESPACE = "openshift-shop";

    private static final int PODS = 3;
    private static final String SPEC = """
            "spec": {"replicas": 3, "selector": {"matchLabels": {"app": "web"}}, "template": {
            "metadata": {"labels": {"app": "web"}}, "spec": {"containers": [{"name": "web", "image": "web"}]}}}""";

    private static final Pattern UID = Pattern.compile("\"uid\":\\s*\"([0-9a-f-]{36})\"");

    private FollowedMesh() {}

    /** Makes all of it. */
    static void define(TrainingGround ground) throws IOException {
        ground.admin()
                .apply(VALUES, configMap("linkerd-config", "values", values(VERSION)))
                .orThrow();
        ground.admin()
                .apply(
                        CONFIG_MAPS + "linkerd-identity-trust-roots",
                        configMap("linkerd-identity-trust-roots", "ca-bundle.crt", ground.trustAnchor()))
                .orThrow();
        ground.admin()
                .apply(LINKERD_CONFIG, """
                {"apiVersion": "config.linkerd.io/v1alpha1", "kind": "LinkerdConfig", "metadata": {"name": "mesh"},
                "spec": {"mode": "Enforce", "rollouts": {"mode": "DryRun"},
                "values": {"identityTrustAnchorsPEM": %s, "proxy": {"logLevel": "%s"}, "controllerLogLevel": "debug"}}}
                """.formatted(quoted(ground.trustAnchor()), WANTED))
                .orThrow();
        ground.cluster().namespace(NAMESPACE, "{linkerd.io/inject: enabled}");
        deployment(ground);
    }

    /** Has Linkerd upgraded, by which its values and the version of its proxy change. */
    static void change(TrainingGround ground) throws IOException {
        awaitEnforced(ground);
        ground.admin()
                .merge(VALUES, "{\"data\":{\"values\":" + quoted(values(NEXT_VERSION)) + "}}")
                .orThrow();
        awaitEnforced(ground);
        awaitTold(ground, "Deployment " + NAMESPACE + "/web");
        awaitTold(ground, "RolloutRightsMissing");
    }

    private static void awaitTold(TrainingGround ground, String words) throws IOException {
        ground.await(
                "the LinkerdConfig says: " + words,
                () -> ground.admin().get(LINKERD_CONFIG).body().contains(words));
    }

    private static void awaitEnforced(TrainingGround ground) throws IOException {
        ground.await(
                "Linkerd's values are as wanted",
                () -> ground.admin().get(VALUES).body().contains(WANTED));
    }

    /** What its controllers would make of it, since there are none. */
    private static void deployment(TrainingGround ground) throws IOException {
        var path = "/apis/apps/v1/namespaces/" + NAMESPACE;
        var deployment = made(ground, path + "/deployments/web", """
                {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web",
                "labels": {"config.linkerd.io/reconcile": "auto"}}, %s}""".formatted(SPEC));
        var set =
                made(ground, path + "/replicasets/web-1", """
                {"apiVersion": "apps/v1", "kind": "ReplicaSet", "metadata": {"name": "web-1", %s}, %s}""".formatted(owned("Deployment", "web", deployment), SPEC));
        for (var i = 0; i < PODS; i++) {
            var name = "web-1-" + i;
            made(
                    ground,
                    "/api/v1/namespaces/" + NAMESPACE + "/pods/" + name,
                    pod(ground, name, owned("ReplicaSet", "web-1", set)));
        }
    }

    /** {@return the uid of an object that is there then} */
    private static String made(TrainingGround ground, String path, String object) throws IOException {
        var uid = UID.matcher(ground.admin().apply(path, object).orThrow());
        if (!uid.find()) {
            throw new IOException("no uid of " + path);
        }
        return uid.group(1);
    }

    private static String owned(String kind, String name, String uid) {
        return """
                "ownerReferences": [{"apiVersion": "apps/v1", "kind": "%s", "name": "%s", "uid": "%s", "controller": true}]""".formatted(kind, name, uid);
    }

    /** As Linkerd's injector leaves it. */
    private static String pod(TrainingGround ground, String name, String owner) {
        return """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "%s", %s,
                "labels": {"app": "web", "linkerd.io/control-plane-ns": "linkerd"},
                "annotations": {"linkerd.io/inject": "enabled", "linkerd.io/proxy-version": "%s"}},
                "spec": {"containers": [{"name": "web", "image": "web"}, {"name": "linkerd-proxy", "image": "proxy:%s",
                "securityContext": {"runAsUser": 1000669999},
                "env": [{"name": "LINKERD2_PROXY_IDENTITY_TRUST_ANCHORS", "value": %s}]}]}}
                """.formatted(name, owner, VERSION, VERSION, quoted(ground.trustAnchor()));
    }

    private static String configMap(String name, String key, String text) {
        return """
                {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "%s"}, "data": {"%s": %s}}
                """.formatted(name, key, quoted(text));
    }

    private static String values(String version) {
        return """
                cniEnabled: true
                identity:
                  issuer:
                    scheme: kubernetes.io/tls
                linkerdVersion: %s
                networkValidator:
                  logLevel: debug
                proxy:
                  image:
                    name: cr.l5d.io/linkerd/proxy
                    version: ""
                  logLevel: warn,linkerd=info,hickory=error
                  metrics: {}
                  ports:
                    admin: 4191
                    control: 4190
                    inbound: 4143
                    outbound: 4140
                  resources: {}
                  startupProbe: {}
                  uid: 2102
                proxyInit:
                  ignoreInboundPorts: "4567"
                """.formatted(version);
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }
}
