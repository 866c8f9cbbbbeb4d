// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.acceptance.mesh.Applications;
import io.linkerd.multus.acceptance.mesh.LinkerdStandins;
import io.linkerd.multus.acceptance.mesh.MeshedPod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What becomes of a Deployment under each kind of SecurityContextConstraints and of range: OpenShift's own admission decides. */
@WithMesh
class SccAdmissionIT {
    private final Mesh mesh;

    SccAdmissionIT(Mesh mesh) {
        this.mesh = mesh;
    }

    /**
     * A kind of admission.
     *
     * @param name of its namespace
     * @param range what the namespace has instead of what the platform gives; empty: what it gives
     * @param constraints what the service account may use beside restricted-v2
     * @param manifest those constraints, where the platform has none of that name
     * @param pod more of the pod's {@code spec}
     * @param expected what becomes of it
     */
    record Row(
            String name, String range, Optional<String> constraints, String manifest, String pod, Outcome expected) {}

    sealed interface Outcome {
        /**
         * It runs, and its proxy alone is exempt from the rules.
         *
         * @param constraints those that admitted it in the end
         * @param application user id, as an offset from the first of the namespace's range where that is named
         */
        record Runs(String constraints, Uid application, Uid proxy) implements Outcome {}

        /** Its ReplicaSet says why there is none. */
        record Refused(String message) implements Outcome {}
    }

    sealed interface Uid {
        record Fixed(long uid) implements Uid {}

        record First() implements Uid {}

        record Last() implements Uid {}
    }

    private static final Outcome BY_THE_RANGE = new Outcome.Runs("restricted-v2", new Uid.First(), new Uid.Last());
    private static final String AS_5000 = "securityContext: {runAsUser: 5000}";

    private static final String OWN_RANGE = """
            runAsUser: {type: MustRunAsRange, uidRangeMin: 5000, uidRangeMax: 5009}
            seccompProfiles: [runtime/default]
            """;

    private static final String RESTRICTED_V3 = """
            userNamespaceLevel: RequirePodLevel
            runAsUser: {type: MustRunAsRange, uidRangeMin: 1000, uidRangeMax: 65534}
            seccompProfiles: [runtime/default]
            """;

    private static List<Row> rows() {
        return List.of(
                new Row("restricted-v2", "", Optional.empty(), "", "", BY_THE_RANGE),
                new Row(
                        "restricted-v3",
                        "",
                        Optional.of("restricted-v3"),
                        constraints("restricted-v3", 0, RESTRICTED_V3),
                        "hostUsers: false",
                        new Outcome.Refused("it has hostUsers: false")),
                new Row("nonroot-v2", "", Optional.of("nonroot-v2"), "", AS_5000, runs("nonroot-v2", 5000, 2102)),
                new Row("anyuid", "", Optional.of("anyuid"), "", "", BY_THE_RANGE),
                new Row(
                        "anyuid-outside",
                        "",
                        Optional.of("anyuid"),
                        "",
                        AS_5000,
                        new Outcome.Refused("unable to validate against any security context constraint")),
                new Row("privileged", "", Optional.of("privileged"), "", AS_5000, runs("privileged", 5000, 2102)),
                new Row(
                        "own-range",
                        "",
                        Optional.of("own-range"),
                        constraints("own-range", 5, OWN_RANGE),
                        "",
                        runs("own-range", 5000, 5009)),
                new Row(
                        "no-seccomp",
                        "",
                        Optional.of("no-seccomp"),
                        constraints("no-seccomp", 5, "runAsUser: {type: RunAsAny}\n"),
                        "",
                        BY_THE_RANGE),
                new Row(
                        "one-uid",
                        "1300000000/1",
                        Optional.empty(),
                        "",
                        "",
                        new Outcome.Refused("widen the namespace's range")),
                new Row("two-uids", "1300000010/2", Optional.empty(), "", "", BY_THE_RANGE),
                new Row("three-uids", "1300000020/3", Optional.empty(), "", "", BY_THE_RANGE));
    }

    @TestFactory
    Stream<DynamicTest> eachHasItsOutcome() throws Exception {
        // All at once first, since each takes its time.
        for (var row : rows()) {
            begin(row);
        }
        return rows().stream().map(row -> DynamicTest.dynamicTest(row.name(), () -> check(row)));
    }

    /** Why a pod with a user namespace of its own is refused: what Linkerd's plugin does on a node fails there. */
    @Test
    void theKernelTakesNoRuleByUserIdForTheNetworkOfAnotherUserNamespace() throws Exception {
        var another = new ProcessBuilder("unshare", "--user", "--map-root-user", "--net", "sh", "-c", "echo; exec cat")
                .start();
        try (var ready = another.inputReader()) {
            assertThat(ready.readLine()).isEmpty();

            assertThat(rule(another, "-p tcp -j REDIRECT --to-port 4140")).isEmpty();
            assertThat(rule(another, "-m owner --uid-owner 2102 -j RETURN")).contains("Invalid argument");
        } finally {
            another.destroy();
        }
    }

    private static String rule(Process network, String rule) throws IOException {
        var command = "PATH=$PATH:/usr/sbin:/sbin nsenter --net=/proc/" + network.pid()
                + "/ns/net iptables-nft -t nat -A OUTPUT " + rule;
        var iptables = new ProcessBuilder("bash", "-c", command)
                .redirectErrorStream(true)
                .start();
        return new String(iptables.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @AfterEach
    void removeConstraints() throws Exception {
        for (var row : rows()) {
            if (!row.manifest().isEmpty()) {
                mesh.kubectl(
                        "delete",
                        "securitycontextconstraints",
                        row.constraints().orElseThrow(),
                        "--ignore-not-found");
            }
        }
    }

    /** As kubectl shows it to whoever makes a pod. */
    @Test
    void warningsReachKubectl() throws Exception {
        mesh.namespace("scc-told", Mesh.OPTED_IN);
        var told = mesh.cluster()
                .kubectl()
                .attempt(
                        "",
                        "run",
                        "web",
                        "--namespace=scc-told",
                        "--image=" + LinkerdStandins.IMAGE,
                        "--annotations=config.linkerd.io/proxy-gid=3000",
                        "--dry-run=server");

        assertThat(told.toString())
                .contains("Warning: annotation config.linkerd.io/proxy-gid", "passes by the proxy", "pod/web created");
    }

    private void begin(Row row) throws IOException, InterruptedException {
        var annotations = new HashMap<>(Mesh.OPTED_IN);
        if (!row.range().isEmpty()) {
            annotations.put("openshift.io/sa.scc.uid-range", row.range());
            annotations.put("openshift.io/sa.scc.supplemental-groups", row.range());
            annotations.put("openshift.io/sa.scc.mcs", "s0:c26,c5");
        }
        mesh.namespace(namespace(row), annotations);
        if (!row.manifest().isEmpty()) {
            mesh.apply(row.manifest());
        }
        if (row.constraints().isPresent()) {
            mesh.apply(right(namespace(row), row.constraints().get()));
        }
        mesh.apply(deployment(row));
    }

    private void check(Row row) throws IOException, InterruptedException {
        switch (row.expected()) {
            case Outcome.Refused(var message) ->
                mesh.untilHas(
                        "the ReplicaSet of " + row.name() + " says: " + message,
                        () -> mesh.events(namespace(row), "FailedCreate"),
                        events -> events.stream().anyMatch(event -> event.contains(message)));
            case Outcome.Runs(var constraints, var application, var proxy) -> {
                var pod = mesh.ready(namespace(row), "web", 1).getFirst();
                assertThat(pod.scc()).hasValue(constraints);
                assertThat(pod.application()).hasValue(uid(application, row));
                assertThat(pod.proxy()).hasValue(uid(proxy, row));
                assertRules(pod);
            }
        }
    }

    private void assertRules(MeshedPod pod) throws IOException, InterruptedException {
        var proxy = pod.proxy().orElseThrow();
        assertThat(pod.networks()).hasValue("linkerd-cni");
        assertThat(pod.proxyUidAnnotation()).hasValue(Long.toString(proxy));
        assertThat(pod.validator().orElseThrow()).isNotEqualTo(proxy);
        assertThat(mesh.rules(pod).exempt(proxy))
                .as("rules of %s: %s", pod, mesh.rules(pod))
                .isTrue();
    }

    private long uid(Uid uid, Row row) throws IOException, InterruptedException {
        return switch (uid) {
            case Uid.Fixed(var fixed) -> fixed;
            case Uid.First _ -> mesh.uids(namespace(row))[0];
            case Uid.Last _ -> mesh.uids(namespace(row))[1];
        };
    }

    private static Outcome runs(String constraints, long application, long proxy) {
        return new Outcome.Runs(constraints, new Uid.Fixed(application), new Uid.Fixed(proxy));
    }

    private static String namespace(Row row) {
        return "scc-" + row.name();
    }

    /** An application that says nothing of user ids or profiles but what the row says. */
    private static String deployment(Row row) {
        return """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web, namespace: %s}
                spec:
                  selector: {matchLabels: {app: web}}
                  template:
                    metadata:
                      labels: {app: web}
                      annotations: {%s}
                    spec:
                      %s
                      terminationGracePeriodSeconds: 1
                      containers:
                      - name: app
                        image: %s
                        imagePullPolicy: IfNotPresent
                        command: [/standins, app, serve]
                        readinessProbe: {tcpSocket: {port: %d}, periodSeconds: 1}
                """.formatted(
                        namespace(row),
                        row.constraints().equals(Optional.of("restricted-v3"))
                                ? "openshift.io/required-scc: restricted-v3"
                                : "",
                        row.pod(),
                        LinkerdStandins.IMAGE,
                        Applications.PORT);
    }

    private static String constraints(String name, int priority, String more) {
        return """
                apiVersion: security.openshift.io/v1
                kind: SecurityContextConstraints
                metadata: {name: %s}
                allowHostDirVolumePlugin: false
                allowHostIPC: false
                allowHostNetwork: false
                allowHostPID: false
                allowHostPorts: false
                allowPrivilegeEscalation: false
                allowPrivilegedContainer: false
                allowedCapabilities: [NET_BIND_SERVICE]
                defaultAddCapabilities: []
                fsGroup: {type: RunAsAny}
                groups: []
                priority: %d
                readOnlyRootFilesystem: false
                requiredDropCapabilities: [ALL]
                seLinuxContext: {type: MustRunAs}
                supplementalGroups: {type: RunAsAny}
                users: []
                volumes: [configMap, downwardAPI, emptyDir, projected, secret]
                %s""".formatted(name, priority, more);
    }

    private static String right(String namespace, String constraints) {
        return """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: scc, namespace: %1$s}
                rules:
                - apiGroups: [security.openshift.io]
                  resources: [securitycontextconstraints]
                  resourceNames: [%2$s]
                  verbs: [use]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: scc, namespace: %1$s}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: scc}
                subjects: [{kind: ServiceAccount, name: default, namespace: %1$s}]
                """.formatted(namespace, constraints);
    }
}
