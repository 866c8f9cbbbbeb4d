// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExplainFromFilesTest {
    private static final String OPTED_IN = """
            apiVersion: v1
            kind: Namespace
            metadata:
              name: shop
              annotations:
                linkerd.io/multus: enabled
            """;
    private static final String RANGE = OPTED_IN + "    openshift.io/sa.scc.uid-range: 1000660000/10000\n";
    private static final String INJECTED = RANGE + "    linkerd.io/inject: enabled\n";
    private static final String RESTRICTED = """
            apiVersion: security.openshift.io/v1
            kind: SecurityContextConstraints
            metadata: {name: ours}
            runAsUser: {type: MustRunAsRange}
            seccompProfiles: [runtime/default]
            """;

    @TempDir
    private Path folder = Path.of("");

    /** A pod, what is around it, and what the webhook decides. */
    record Case(
            String name,
            String pod,
            String namespace,
            List<String> more,
            String verdict,
            String cause,
            List<String> patch) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static String meshed(String spec) {
        return "{kind: Pod, apiVersion: v1, metadata: {name: web}, spec: {initContainers: [{name: linkerd-network-validator,"
                + " securityContext: {runAsUser: 65534}}], containers: [{name: app},"
                + " {name: linkerd-proxy, securityContext: {runAsUser: 2102}}]" + spec + "}}";
    }

    private static final String NETWORKS =
            "/metadata/annotations={\"config.linkerd.io/proxy-uid\":\"2102\",\"k8s.v1.cni.cncf.io/networks\":\"linkerd-cni\"}";

    static Stream<Case> cases() {
        var deployment =
                "{kind: Deployment, apiVersion: apps/v1, metadata: {name: web}, spec: {template: {metadata: {annotations:"
                        + " {linkerd.io/inject: %s}}, spec: {containers: [{name: app}]}}}}";
        return Stream.of(
                new Case("meshed", meshed(""), OPTED_IN, List.of(), "admit", "namespace-opted-in", List.of(NETWORKS)),
                new Case(
                        "no proxy",
                        "{kind: Pod, metadata: {name: web}, spec: {containers: [{name: app}]}}",
                        OPTED_IN,
                        List.of(),
                        "admit",
                        "no-proxy",
                        List.of()),
                new Case(
                        "not opted in",
                        meshed(""),
                        "{kind: Namespace, metadata: {name: shop}}",
                        List.of(),
                        "admit",
                        "not-opted-in",
                        List.of()),
                new Case(
                        "user namespace",
                        meshed(", hostUsers: false"),
                        OPTED_IN,
                        List.of(),
                        "refuse",
                        "user-namespace",
                        List.of()),
                new Case(
                        "application as the proxy",
                        meshed(", securityContext: {runAsUser: 2102}"),
                        OPTED_IN + "    config.linkerd.io/proxy-uid: '2102'\n",
                        List.of(),
                        "refuse",
                        "user-ids",
                        List.of()),
                new Case(
                        "opted in alone",
                        meshed("").replace("name: web}", "name: web, annotations: {linkerd.io/multus: enabled}}"),
                        "{kind: Namespace, metadata: {name: shop}}",
                        List.of(),
                        "refuse",
                        "no-attachment",
                        List.of()),
                new Case(
                        "opted in alone, attached",
                        meshed("").replace("name: web}", "name: web, annotations: {linkerd.io/multus: enabled}}"),
                        "{kind: Namespace, metadata: {name: shop}}",
                        List.of("--attached"),
                        "admit",
                        "pod-opted-in",
                        List.of(
                                "/metadata/annotations/k8s.v1.cni.cncf.io~1networks=\"linkerd-cni\"",
                                "/metadata/annotations/config.linkerd.io~1proxy-uid=\"2102\"")),
                new Case(
                        "shared",
                        meshed(""),
                        OPTED_IN,
                        List.of("--attachment-scope", "shared"),
                        "admit",
                        "namespace-opted-in",
                        List.of(NETWORKS.replace("\"linkerd-cni\"", "\"default/linkerd-cni\""))),
                new Case(
                        "chained",
                        meshed(""),
                        OPTED_IN,
                        List.of("--attachment-scope", "none"),
                        "admit",
                        "namespace-opted-in",
                        List.of("/metadata/annotations={\"config.linkerd.io/proxy-uid\":\"2102\"}")),
                new Case(
                        "injected Deployment",
                        deployment.formatted("enabled"),
                        RANGE,
                        List.of("--scc", "restricted-v2"),
                        "admit",
                        "namespace-opted-in",
                        List.of(
                                "/metadata/annotations/k8s.v1.cni.cncf.io~1networks=\"linkerd-cni\"",
                                "/metadata/annotations/config.linkerd.io~1proxy-uid=\"1000669999\"",
                                "/spec/initContainers/1/securityContext/runAsUser=1000669999",
                                "/spec/initContainers/0/securityContext/runAsUser=1000669998")),
                new Case(
                        "the first user id of the range as the proxy's",
                        deployment.formatted("enabled"),
                        RANGE + "    config.linkerd.io/proxy-uid: '1000660000'\n",
                        List.of("--scc", "restricted-v2"),
                        "refuse",
                        "user-ids",
                        List.of()),
                new Case(
                        "the injector takes the pod's user id before the namespace's",
                        deployment.formatted("enabled, config.linkerd.io/proxy-uid: '3000'"),
                        OPTED_IN + "    config.linkerd.io/proxy-uid: '4000'\n",
                        List.of(),
                        "admit",
                        "namespace-opted-in",
                        List.of("/metadata/annotations/k8s.v1.cni.cncf.io~1networks=\"linkerd-cni\"")),
                new Case(
                        "the injector takes the namespace's user id",
                        deployment.formatted("ingress"),
                        OPTED_IN + "    config.linkerd.io/proxy-uid: '4000'\n",
                        List.of(),
                        "admit",
                        "namespace-opted-in",
                        List.of("/metadata/annotations/k8s.v1.cni.cncf.io~1networks=\"linkerd-cni\"")),
                new Case(
                        "kept out of the injection",
                        deployment.formatted("disabled"),
                        INJECTED,
                        List.of(),
                        "admit",
                        "no-proxy",
                        List.of()));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void saysWhatTheWebhookDecides(Case each) throws IOException {
        var arguments = Stream.concat(
                Stream.of(
                        "-f",
                        file("pod.yaml", each.pod()),
                        "--namespace-file",
                        file("ns.yaml", each.namespace()),
                        "-o",
                        "json"),
                each.more().stream());
        var called = Explained.explain("", arguments.toArray(String[]::new));
        var pod = called.pod();
        assertThat(pod.path("verdict").asText()).as(called.toString()).isEqualTo(each.verdict());
        assertThat(pod.path("cause").asText()).isEqualTo(each.cause());
        assertThat(pod.path("namespace").asText()).isEqualTo("shop");
        assertThat(pod.path("patch")
                        .valueStream()
                        .map(change -> change.path("path").asText() + "=" + change.path("value")))
                .containsExactlyElementsOf(each.patch());
        assertThat(called.exit()).isEqualTo(each.verdict().equals("admit") ? Exit.FINE : Exit.WRONG);
    }

    @Test
    void saysWhatTheInjectorAndTheConstraintsAreAssumedToHaveDone() throws IOException {
        var called = Explained.explain(
                "{kind: CronJob, metadata: {name: night}, spec: {jobTemplate: {spec: {template: {spec: {containers: [{name: app}]}}}}}}",
                "-f",
                "-",
                "--namespace-file",
                file("ns.yaml", INJECTED),
                "--scc-file",
                file("scc.yaml", RESTRICTED));
        assertThat(called.err()).isEmpty();
        assertThat(called.out().lines())
                .containsExactly(
                        "ok CronJob night in namespace shop (standard input) is admitted, with 4 changes",
                        "    reason:  highest free user id of 1000660000-1000669999; network validator: highest free user id but the proxy's",
                        "    cause:   namespace-opted-in",
                        "    change:  /metadata/annotations/k8s.v1.cni.cncf.io~1networks = \"linkerd-cni\"",
                        "    change:  /metadata/annotations/config.linkerd.io~1proxy-uid = \"1000669999\"",
                        "    change:  /spec/initContainers/1/securityContext/runAsUser = 1000669999",
                        "    change:  /spec/initContainers/0/securityContext/runAsUser = 1000669998",
                        "    assumed: SecurityContextConstraints ours have admitted the pod (annotation openshift.io/scc)",
                        "    assumed: app runs as user 1000660000, which ours give to containers without a user id",
                        "    assumed: Linkerd's injector (cniEnabled) has added the init container linkerd-network-validator as user 65534"
                                + " and the sidecar linkerd-proxy as user 2102");
        assertThat(called.exit()).isEqualTo(Exit.FINE);
    }

    @Test
    void readsManyDocumentsAndLists() throws IOException {
        var called = Explained.explain(
                "",
                "--offline",
                "-f",
                file(
                        "all.yaml",
                        "---\n---\nkind: Service\nmetadata: {name: web}\n---\n" + meshed("")
                                + "\n---\n{kind: List, items: [{kind: ConfigMap}, "
                                + meshed("").replace("name: web", "name: other") + "]}\n"));
        assertThat(called.out().lines().filter(line -> !line.startsWith(" ")))
                .containsExactly(
                        "ok Pod web in namespace default (" + folder + "/all.yaml, document 3) is admitted as it is",
                        "ok Pod other in namespace default (" + folder
                                + "/all.yaml, document 4, item 2) is admitted as it is");
    }

    @Test
    void namesFileAndDocumentOfWhatCannotBeUsed() throws IOException {
        assertThat(Explained.explain("", "--offline", "-f", "/no/such.yaml").err())
                .isEqualTo("linkerd-multus: there is no file /no/such.yaml\n");
        assertThat(complaint("a: b: c"))
                .isEqualTo(
                        "FILE, line 1, column 5: neither YAML nor JSON: a `:` where no name can stand: put a value with"
                                + " `: ` in it in quotes, or correct the indentation");
        assertThat(complaint("{\n  \"kind\": \"Pod\",\n  \"spec\": {\n]\n"))
                .isEqualTo("FILE, line 4, column 1: neither YAML nor JSON: a value is expected");
        assertThat(complaint("kind: Pod\n~: secret\n")).isEqualTo("FILE: a name in it is no text");
        assertThat(complaint("[1, 2]"))
                .isEqualTo("FILE is no object of Kubernetes, which begins with apiVersion and kind");
        assertThat(complaint("kind: Service\n---\nspec: {}\n"))
                .isEqualTo("FILE, document 2 has no kind; an object of Kubernetes begins with apiVersion and kind");
        assertThat(complaint("kind: Service\n---\nkind: Job\nmetadata: {name: once}\n"))
                .isEqualTo("FILE, document 2: Job once has no pod template at /spec/template, so it makes no pods");
        assertThat(complaint("kind: Service\n"))
                .startsWith("FILE: nothing in it makes pods; a Pod would do, or what makes pods: CronJob, ");
        assertThat(complaint("kind: Pod\nspec: {containers: [{name: [app]}]}\n"))
                .startsWith("FILE: the pod cannot be read: ");
        assertThat(complaint("kind: Pod\nmetadata: {namespace: Shop}\n"))
                .isEqualTo("'Shop' is no name that a namespace can have");
        assertThat(complaint("# nothing\n")).isEqualTo("FILE holds no object of Kubernetes");
        assertThat(complaint("a: &a [*a]\nkind: Pod\n")).startsWith("FILE: neither YAML nor JSON: ");
    }

    @Test
    void saysWhichOptionsWouldDo() throws IOException {
        assertThat(Explained.explain("").err()).contains("either NAMESPACE/POD, or -f FILE");
        assertThat(Explained.explain("", "shop/web", "--offline").err()).contains("leave out --offline");
        assertThat(Explained.explain("", "shop/web", "--attached").err()).contains("--attached is for files alone");
        assertThat(Explained.explain("", "-f", "x", "-o", "yaml").err())
                .contains("--output=yaml: one of text, json would do");
        assertThat(Explained.explain("", "-f", file("pod.yaml", meshed("")), "--offline", "--attachment-scope", "all")
                        .err())
                .contains("--attachment-scope=all must be one of per-namespace, shared, none");
        assertThat(Explained.explain("", "-f", file("pod.yaml", meshed("")), "--scc-file", file("ns.yaml", OPTED_IN))
                        .err())
                .contains("has no object of kind SecurityContextConstraints");
        assertThat(Explained.explain(
                                "",
                                "-f",
                                file("pod.yaml", meshed("").replace("name: web", "name: web, namespace: shop")),
                                "--offline",
                                "-n",
                                "other")
                        .err())
                .contains("Pod web is of namespace shop, and --namespace says other");
    }

    private String complaint(String content) throws IOException {
        var file = file("bad.yaml", content);
        var called = Explained.explain("", "--offline", "-f", file);
        assertThat(called.exit()).as(called.toString()).isEqualTo(Exit.USAGE);
        assertThat(called.out()).isEmpty();
        return called.err()
                .replace(file, "FILE")
                .replace("linkerd-multus: ", "")
                .strip();
    }

    private String file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content).toString();
    }
}
