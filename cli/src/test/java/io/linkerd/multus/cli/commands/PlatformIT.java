// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.fakeapi.Failure;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the platform asks for besides, and what lasts longer than Events. */
class PlatformIT extends OnClusterOfOurs {
    private static final String INSTALLER =
            "/apis/apps/v1/namespaces/linkerd-multus/daemonsets/linkerd-multus-installer";
    private static final String WEBHOOK = "/apis/apps/v1/namespaces/linkerd-multus/deployments/linkerd-multus-webhook";
    private static final String CONFIGURATION =
            "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/linkerd-multus";
    private static final String SECRET = "/api/v1/namespaces/linkerd-multus/secrets/linkerd-multus-webhook-ca";
    private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1/";
    private static final String ROLE = RBAC + "clusterroles/system:openshift:scc:nonroot-v2";
    private static final String BINDING = RBAC + "namespaces/linkerd/rolebindings/linkerd-multus-scc";
    private static final String LEASE =
            "/apis/coordination.k8s.io/v1/namespaces/linkerd/leases/policy-controller-write";
    private static final String OURS =
            "labels: {'app.kubernetes.io/managed-by': 'linkerd-multus', 'app.kubernetes.io/instance': 'linkerd-multus',"
                    + " 'app.kubernetes.io/part-of': 'linkerd-multus'}";

    /** Signed by itself, and good for a hundred years. */
    private static final String AUTHORITY = """
            -----BEGIN CERTIFICATE-----
            MIIBRzCB7aADAgECAgg9fbK3XVatnTAKBggqhkjOPQQDAzAQMQ4wDAYDVQQDEwVv
            dGhlcjAgFw0yNjExMjgxNjUxMzJaGA8yMTI2MTEwNDE2NTEzMlowEDEOMAwGA1UE
            AxMFb3RoZXIwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQkOo1CAbkfzwQsfdTB
            ZY545X3ztOPCXKGsVfBe+c8MogckRkGQltR7sYxLXTiKXcw0iqSmr9hmnxFLJOIv
            EUyaoy8wLTAdBgNVHQ4EFgQUrpArQ56Xkn5Abzu3bJ99bMELZqEwDAYDVR0TBAUw
            AwEB/zAKBggqhkjOPQQDAwNJADBGAiEAjyGJ/pWbWVyCyjyGeIMk5NlZvC4tSXrl
            DczaQSm9woICIQCgUYiqBSmHMlOqJKz0uHX4gG4t3pRKB61O2KEWnSyiWA==
            -----END CERTIFICATE-----
            """;

    @AfterEach
    void end() {
        assertThat(cluster.api().writes()).isEmpty();
    }

    private void quota(String namespace, String resource, String hard, String used) {
        cluster.api()
                .put("/api/v1/namespaces/" + namespace + "/resourcequotas/few", """
                {spec: {hard: {'%1$s': '%2$s'}}, status: {hard: {'%1$s': '%2$s'}, used: {'%1$s': '%3$s'}}}""".formatted(resource, hard, used));
    }

    private String check(String... arguments) {
        var all = new String[arguments.length + 3];
        System.arraycopy(new String[] {"check", "-o", "short"}, 0, all, 0, 3);
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        return cluster.call(all).out();
    }

    @Test
    void aQuotaWithoutRoomForTheInstallersPodIsTold() {
        cluster.api().edit(INSTALLER, """
                {"spec": {"template": {"spec": {"containers": [{"name": "x", "resources": {"limits": {"memory": "100Mi"}}}]}}}}""");
        cluster.api()
                .put(
                        INSTALLER,
                        cluster.api()
                                .get(INSTALLER)
                                .orElseThrow()
                                .toString()
                                .replace("\"desiredNumberScheduled\":1", "\"desiredNumberScheduled\":2"));
        quota("linkerd-multus", "requests.memory", "1Gi", "950Mi");

        assertThat(check())
                .contains(
                        "XX quotas leave room for linkerd-multus' own pods",
                        "linkerd-multus-installer: ResourceQuota linkerd-multus/few",
                        "(requests.memory: 950Mi");

        quota("linkerd-multus", "requests.memory", "2Gi", "950Mi");
        assertThat(check()).doesNotContain("quotas leave room");
    }

    @Test
    void anAttachmentThatAQuotaKeepsAwayIsToldWithTheQuota() {
        quota("shop", "count/network-attachment-definitions.k8s.cni.cncf.io", "0", "0");
        quota("linkerd", "count/network-attachment-definitions.k8s.cni.cncf.io", "0", "0");
        cluster.api().remove(ClusterOfOurs.ATTACHMENT);

        for (var out : new String[] {check(), check("-n", "shop")}) {
            assertThat(out)
                    .contains("XX quotas leave room for attachments", "ResourceQuota shop/few (0 of 0)")
                    .doesNotContain("linkerd/few");
        }
    }

    @Test
    void whatMayNotBeSeenOfQuotasIsSaid() {
        cluster.api().fail("GET /api/v1/resourcequotas", Failure.status(403));

        var called = cluster.call("check", "-o", "short");

        assertThat(called.code()).isEqualTo(Exit.FINE);
        assertThat(called.out()).contains("this user has no right to list resourcequotas");
    }

    private void openShift() {
        var api = cluster.api();
        api.define("security.openshift.io/v1", "securitycontextconstraints", "SecurityContextConstraints", false);
        api.put("/apis/security.openshift.io/v1/securitycontextconstraints/nonroot-v2", "{}");
        api.put(ROLE, """
                {rules: [{apiGroups: ['security.openshift.io'], resources: ['securitycontextconstraints'],
                          resourceNames: ['nonroot-v2'], verbs: ['use']}]}""");
        api.put(BINDING, """
                {metadata: {%s}, roleRef: {apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'system:openshift:scc:nonroot-v2'},
                 subjects: [{kind: 'ServiceAccount', namespace: 'linkerd', name: 'linkerd-destination'},
                            {kind: 'ServiceAccount', namespace: 'linkerd', name: 'linkerd-proxy-injector'},
                            {kind: 'ServiceAccount', namespace: 'linkerd', name: 'linkerd-identity'},
                            {kind: 'ServiceAccount', namespace: 'linkerd', name: 'linkerd-heartbeat'}]}""".formatted(OURS));
        api.put(RBAC + "namespaces/linkerd/roles/linkerd-multus-policy-lease", """
                {metadata: {%s}, rules: [{apiGroups: ['coordination.k8s.io'], resources: ['leases'],
                                          resourceNames: ['policy-controller-write'], verbs: ['delete']}]}""".formatted(OURS));
        api.put(RBAC + "namespaces/linkerd/rolebindings/linkerd-multus-policy-lease", """
                {metadata: {%s}, roleRef: {apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'linkerd-multus-policy-lease'},
                 subjects: [{kind: 'ServiceAccount', namespace: 'linkerd', name: 'linkerd-destination'}]}""".formatted(OURS));
        api.put(LEASE, "{spec: {holderIdentity: 'linkerd-destination-1'}}");
    }

    @Test
    void onOpenShiftAllThatTheControllerKeepsIsAskedFor() {
        openShift();

        var called = cluster.call("check");

        assertThat(called.code()).isEqualTo(Exit.FINE);
        assertThat(called.out())
                .contains(
                        "ok the SecurityContextConstraints that pods need are there",
                        "ok Linkerd's service accounts may use them",
                        "ok Linkerd's policy controller may keep its Lease")
                .doesNotContain("!! ");
    }

    @Test
    void aMissingBindingIsToldWithWhatMakesIt() {
        openShift();
        cluster.api().remove(BINDING);

        assertThat(check())
                .contains(
                        "XX Linkerd's service accounts may use them",
                        "RoleBinding linkerd/linkerd-multus-scc is missing");
    }

    @Test
    void aBindingToAnotherRoleOrOfAnotherReleaseIsNotRight() {
        openShift();
        var right = cluster.api().get(BINDING).orElseThrow().toString();
        cluster.api().put(BINDING, right.replace("linkerd-heartbeat", "another"));
        assertThat(check()).contains("XX Linkerd's service accounts", "linkerd-multus-scc says something else");

        cluster.api().put(BINDING, right.replace("\"app.kubernetes.io/managed-by\"", "\"other\""));
        assertThat(check())
                .contains("!! Linkerd's service accounts", "linkerd-multus-scc was not made by this release");
    }

    @Test
    void withoutTheRightTheLeaseOfThePolicyControllerIsTold() {
        openShift();
        cluster.api().remove(LEASE);
        cluster.api().remove(RBAC + "namespaces/linkerd/roles/linkerd-multus-policy-lease");

        assertThat(check())
                .contains(
                        "XX Linkerd's policy controller may keep its Lease",
                        "Role linkerd/linkerd-multus-policy-lease is missing");
    }

    @Test
    void constraintsOrTheirRoleThatAreMissingAreTold() {
        openShift();
        cluster.api().remove("/apis/security.openshift.io/v1/securitycontextconstraints/nonroot-v2");
        assertThat(check()).contains("missing: nonroot-v2");

        cluster.api().remove(ROLE);
        assertThat(check()).contains("there is no ClusterRole system:openshift:scc:nonroot-v2");
    }

    /** Nothing of Linkerd's namespace is asked for. */
    @Test
    void aUserOfOneNamespaceIsAskedForNoRightsOfOthers() {
        openShift();

        var called = cluster.call("check", "-n", "shop");

        assertThat(called.out()).doesNotContain("Lease").doesNotContain("may use them");
        assertThat(cluster.api().requests("GET"))
                .noneMatch(request -> request.contains("rolebindings") || request.contains("leases"));
    }

    private void serving(String certificate) {
        cluster.api().edit(WEBHOOK, """
                {"spec": {"template": {"spec": {"containers": [{"name": "x", "env": [
                  {"name": "LINKERD_MULTUS_CA_SECRET", "value": "linkerd-multus-webhook-ca"}]}]}}}}""");
        cluster.api().put(SECRET, "{data: {'ca.crt': '%s', 'ca.key': 'a2V5'}}".formatted(base64(certificate)));
    }

    private void trusting(String bundle) {
        cluster.api().edit(CONFIGURATION, """
                {"webhooks": [{"name": "pods.multus.linkerd.io", "admissionReviewVersions": ["v1"], "sideEffects": "None",
                               "clientConfig": {"caBundle": "%s", "service": {"namespace": "linkerd-multus", "name": "w"}}}]}""".formatted(base64(bundle)));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** As a GitOps tool leaves it that put back what was there a year ago. */
    @Test
    void aCaBundleThatDoesNotVerifyTheWebhooksCertificateIsTold() {
        serving(cluster.api().caPem());
        trusting(AUTHORITY);
        assertThat(check())
                .contains(
                        "XX the API server trusts its webhook",
                        "pods.multus.linkerd.io of linkerd-multus (Secret linkerd-multus/linkerd-multus-webhook-ca)");

        trusting(AUTHORITY + cluster.api().caPem());
        assertThat(cluster.call("check").code()).isEqualTo(Exit.FINE);
    }

    /** Few may read Secrets, and nobody is told to. */
    @Test
    void whoMayNotReadTheSecretIsToldByRefusals() {
        serving(cluster.api().caPem());
        trusting(AUTHORITY);
        cluster.api().fail("GET " + SECRET, Failure.status(403));
        assertThat(cluster.call("check").code()).isEqualTo(Exit.FINE);

        cluster.api().define("apps/v1", "replicasets", "ReplicaSet", true);
        cluster.api().put("/apis/apps/v1/namespaces/shop/replicasets/web-6d4b75cb6d", """
                {metadata: {}, spec: {replicas: 1, selector: {}, template: {spec: {containers: [{name: 'app'}]}}}, status: {replicas: 0}}""");
        cluster.api().put("/api/v1/namespaces/shop/events/e", """
                {involvedObject: {kind: 'ReplicaSet', namespace: 'shop', name: 'web-6d4b75cb6d'}, reason: 'FailedCreate',
                 lastTimestamp: '%s', message: 'failed calling webhook "pods.multus.linkerd.io": failed to call webhook: Post "https://x": \
                tls: failed to verify certificate: x509: certificate signed by unknown authority'}""".formatted(
                        Instant.now().truncatedTo(ChronoUnit.SECONDS)));
        assertThat(check()).contains("XX the API server trusts its webhook", "unknown authority, of shop/web");
    }

    /** It holds no Secret, and is made for people to hand on. */
    @Test
    void aSupportBundleAsksForNoSecret() {
        serving(cluster.api().caPem());
        trusting(AUTHORITY);

        assertThat(cluster.call(
                                "support-bundle",
                                "-o",
                                folder.resolve("bundle.tar.gz").toString())
                        .code())
                .isEqualTo(Exit.FINE);
        assertThat(cluster.api().requests("GET")).noneMatch(request -> request.contains("/secrets"));
    }

    /** With the old pods running, and without an Event. */
    private void refused(String message) {
        deployment("FailedCreate", message);
    }

    private void deployment(String reason, String message) {
        cluster.api().put("/apis/apps/v1/namespaces/shop/deployments/web", """
                {metadata: {}, spec: {replicas: 1, selector: {matchLabels: {app: 'web'}},
                                      template: {metadata: {labels: {app: 'web'}}, spec: {containers: [{name: 'app'}]}}},
                 status: {replicas: 1, conditions: [
                   {type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded', message: 'x'},
                   {type: 'ReplicaFailure', status: 'True', reason: '%s', message: '%s',
                    lastUpdateTime: '2026-01-01T00:00:00Z'}]}}""".formatted(reason, message));
    }

    /** Events are forgotten after an hour: nothing was wrong then, while the rollout stood still. */
    @Test
    void aRefusedRolloutIsToldWhenItsEventsAreForgotten() {
        refused("exceeded quota: few, requested: pods=1");

        var why = cluster.call("why", "deployment/web", "-n", "shop");

        assertThat(check()).contains("XX no pod is refused", "shop/web: ", "exceeded quota: few");
        assertThat(why.code()).isEqualTo(Exit.WRONG);
        assertThat(why.out()).contains("the next pod of shop/web", "exceeded quota: few");
    }

    @Test
    void aReplicaSetTellsItsRefusalToo() {
        cluster.api().define("apps/v1", "replicasets", "ReplicaSet", true);
        cluster.api().put("/apis/apps/v1/namespaces/shop/replicasets/web", """
                {metadata: {}, spec: {replicas: 1, selector: {matchLabels: {app: 'none'}},
                                      template: {spec: {containers: [{name: 'app'}]}}},
                 status: {replicas: 0, conditions: [{type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message: 'violates PodSecurity'}]}}""");

        assertThat(cluster.call("why", "rs/web", "-n", "shop").out()).contains("violates PodSecurity");
    }

    /** The same condition says that a pod could not be deleted. */
    @Test
    void whatCouldNotBeDeletedIsNoRefusal() {
        deployment("FailedDelete", "x");

        assertThat(cluster.call("check").code()).isEqualTo(Exit.FINE);
    }
}
