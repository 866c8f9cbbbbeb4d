// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.contracts.admission.pods.FakeCluster;
import io.linkerd.multus.contracts.admission.pods.Pod;
import io.linkerd.multus.contracts.admission.pods.PodJson;
import io.linkerd.multus.contracts.admission.pods.PodRules;
import io.linkerd.multus.contracts.admission.pods.Severity;
import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import io.linkerd.multus.contracts.uids.ProxyUidStrategy;
import io.linkerd.multus.contracts.uids.SccRunAsUser;
import io.linkerd.multus.service.clocks.Deadline;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each outcome on the page is what the webhook says, word for word. */
class OutcomesPageTest {
    private static final Path PAGE = Path.of("..", "docs", "webhook.md");
    private static final OptionalLong NONE = OptionalLong.empty();

    /** A pod of a namespace that opted in, as the injector and the constraints leave it, and what is special about it. */
    static final class Case {
        private final String title;
        private final ObjectNode pod = PodJson.tree("{'metadata':{'name':'web','annotations':{}},'spec':{"
                + "'initContainers':[{'name':'linkerd-network-validator','securityContext':{'runAsUser':65534}},"
                + "{'name':'linkerd-proxy','restartPolicy':'Always','securityContext':{'runAsUser':2102}}],"
                + "'containers':[{'name':'app','securityContext':{}}]}}");
        private final FakeCluster cluster = new FakeCluster();
        private Severity onImpossible = Severity.REFUSE;
        private Severity onUserNamespace = Severity.REFUSE;
        private AttachmentScope scope = AttachmentScope.PER_NAMESPACE;

        Case(String title) {
            this.title = title;
            namespace(Map.of("linkerd.io/multus", "enabled", "openshift.io/sa.scc.uid-range", "1000660000/10000"));
            constraints("restricted-v2");
            application(1000660000);
        }

        Case range(String range) {
            return namespace(Map.of("linkerd.io/multus", "enabled", "openshift.io/sa.scc.uid-range", range));
        }

        Case namespace(Map<String, String> annotations) {
            cluster.namespace("shop", NamespaceMarks.of(annotations, Map.of()));
            return this;
        }

        Case extension() {
            cluster.namespace(
                    "shop",
                    NamespaceMarks.of(
                            Map.of("openshift.io/sa.scc.uid-range", "1000660000/10000"),
                            Map.of("linkerd.io/extension", "viz")));
            return this;
        }

        Case constraints(String name) {
            return annotation("openshift.io/scc", name);
        }

        Case own(String type, OptionalLong uid, OptionalLong min, OptionalLong max, String... profiles) {
            cluster.constraints("team", new SccRunAsUser(type, uid, min, max), profiles);
            return constraints("team");
        }

        Case plain() {
            namespace(Map.of("linkerd.io/multus", "enabled"));
            pod.withObject("/metadata/annotations").remove("openshift.io/scc");
            return this;
        }

        Case application(long uid) {
            pod.withObject("/spec/containers/0/securityContext").put("runAsUser", uid);
            return this;
        }

        Case init(String name, long uid) {
            pod.withArray("/spec/initContainers")
                    .insertObject(0)
                    .put("name", name)
                    .putObject("securityContext")
                    .put("runAsUser", uid);
            return this;
        }

        Case annotation(String key, String value) {
            pod.withObject("/metadata/annotations").put(key, value);
            return this;
        }

        Case runtimeClass(String name) {
            pod.withObject("/spec").put("runtimeClassName", name);
            return this;
        }

        Case userNamespace() {
            pod.withObject("/spec").put("hostUsers", false);
            return this;
        }

        Case warn() {
            onImpossible = Severity.WARN;
            onUserNamespace = Severity.WARN;
            return this;
        }

        Case chained() {
            scope = AttachmentScope.NONE;
            return this;
        }

        Case away() {
            cluster.away();
            return this;
        }

        Case unknown() {
            cluster.forget("shop");
            return away();
        }

        String row() throws Exception {
            var review = PodJson.review("shop", pod);
            var answer = PodJson.tree(admission()
                    .answer(new ByteArrayInputStream(review), Deadline.in(Duration.ofSeconds(5), System::nanoTime))
                    .json());
            return "| " + title + " | " + outcome(answer) + " |";
        }

        private Admission<Pod> admission() {
            return new Admission<>(PodReviews.kind(
                    Reviews.clusterOf(cluster),
                    new PodRules("linkerd", scope, ProxyUidStrategy.HIGHEST, onImpossible, onUserNamespace)));
        }

        private String outcome(JsonNode answer) {
            if (!answer.at("/response/allowed").booleanValue()) {
                return "**refused**: `" + answer.at("/response/status/message").textValue() + "`";
            }
            var said = new ArrayList<String>();
            said.add(
                    answer.at("/response/patch").isMissingNode()
                            ? "left as it is"
                            : change(PodJson.patched(pod, answer)));
            answer.at("/response/warnings").forEach(warning -> said.add("`Warning: " + warning.textValue() + "`"));
            return String.join("; ", said);
        }

        private static String change(JsonNode after) {
            var uids = new ArrayList<String>();
            for (var list : List.of("initContainers", "containers")) {
                for (var container : after.at("/spec/" + list)) {
                    uids.add(container
                                    .path("name")
                                    .textValue()
                                    .replace("linkerd-", "")
                                    .replace("network-", "") + " " + container.at("/securityContext/runAsUser"));
                }
            }
            var attached = after.at("/metadata/annotations/k8s.v1.cni.cncf.io~1networks")
                    .asText()
                    .equals("linkerd-cni");
            return (attached ? "attached, " : "not attached, ") + String.join(", ", uids);
        }

        @Override
        public String toString() {
            return title;
        }
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case("`restricted-v2`, or another that takes the namespace's range"),
                new Case("`nonroot-v2`, `privileged`, or another that takes any user id")
                        .constraints("nonroot-v2")
                        .application(5000),
                new Case("no constraints and no range, as on Kubernetes")
                        .plain()
                        .application(5000),
                new Case("the same, and the application has the proxy's usual user id")
                        .plain()
                        .application(2102),
                new Case("a range of their own, 5000 to 5009")
                        .own(
                                SccRunAsUser.MUST_RUN_AS_RANGE,
                                NONE,
                                OptionalLong.of(5000),
                                OptionalLong.of(5009),
                                "runtime/default")
                        .application(5000),
                new Case("a single user id, `MustRunAs`")
                        .own(SccRunAsUser.MUST_RUN_AS, OptionalLong.of(5000), NONE, NONE, "runtime/default")
                        .application(5000),
                new Case("`anyuid`, whose pod is admitted anew once it is injected").constraints("anyuid"),
                new Case("`RunAsAny` of one's own without seccomp profiles")
                        .own(SccRunAsUser.RUN_AS_ANY, NONE, NONE, NONE),
                new Case("`restricted-v3`, with `hostUsers: false`")
                        .constraints("restricted-v3")
                        .application(1000)
                        .userNamespace(),
                new Case("the same, `onUserNamespace: Warn`")
                        .constraints("restricted-v3")
                        .application(1000)
                        .userNamespace()
                        .warn(),
                new Case("constraints that cannot be read now")
                        .constraints("team")
                        .away(),
                new Case("a range of three").range("1000660000/3"),
                new Case("a range of two").range("1000660000/2"),
                new Case("a range of two, and an init container with the proxy's user id")
                        .range("1000660000/2")
                        .application(1000660001)
                        .init("fetch", 2102),
                new Case("a range of one").range("1000660000/1"),
                new Case("the same, `onImpossible: Warn`").range("1000660000/1").warn(),
                new Case("a range that OpenShift cannot read").range("1000660000"),
                new Case("`config.linkerd.io/proxy-uid` of the range")
                        .annotation("config.linkerd.io/proxy-uid", "1000660007"),
                new Case("the application's").annotation("config.linkerd.io/proxy-uid", "1000660000"),
                new Case("the same, `onImpossible: Warn`")
                        .annotation("config.linkerd.io/proxy-uid", "1000660000")
                        .warn(),
                new Case("one out of the range").annotation("config.linkerd.io/proxy-uid", "2102"),
                new Case("`config.linkerd.io/proxy-gid`").annotation("config.linkerd.io/proxy-gid", "3000"),
                new Case("an init container that asks for the proxy's user id")
                        .plain()
                        .application(5000)
                        .init("fetch", 2102),
                new Case("`k8s.v1.cni.cncf.io/networks` that Multus cannot read")
                        .annotation("k8s.v1.cni.cncf.io/networks", "[{\"name\":"),
                new Case("`runtimeClassName: gvisor`").runtimeClass("gvisor"),
                new Case("the init container `linkerd-init`").init("linkerd-init", 0),
                new Case("`linkerd.io/multus: disabled`").annotation("linkerd.io/multus", "disabled"),
                new Case("`linkerd.io/multus: yes`").annotation("linkerd.io/multus", "yes"),
                new Case("a namespace that did not opt in").namespace(Map.of()),
                new Case("the same, and the pod says `linkerd.io/multus: enabled`")
                        .namespace(Map.of())
                        .annotation("linkerd.io/multus", "enabled"),
                new Case("a namespace of an extension").extension(),
                new Case("a namespace that is not known and cannot be read now").unknown(),
                new Case("`restricted-v2`, mode `chained`").chained(),
                new Case("no constraints and no range, mode `chained`")
                        .plain()
                        .application(5000)
                        .chained(),
                new Case("the same, and the application has the proxy's usual user id, mode `chained`")
                        .plain()
                        .application(2102)
                        .chained(),
                new Case(
                                "a pod that says `linkerd.io/multus: enabled` in a namespace that did not opt in, mode `chained`")
                        .namespace(Map.of("openshift.io/sa.scc.uid-range", "1000660000/10000"))
                        .annotation("linkerd.io/multus", "enabled")
                        .chained(),
                new Case("a range of one, mode `chained`, `onImpossible: Warn`")
                        .range("1000660000/1")
                        .warn()
                        .chained());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void isOnThePage(Case each) throws Exception {
        assertThat(each.row()).doesNotContain("…");
        assertThat(Files.readAllLines(PAGE)).contains(each.row());
    }
}
