// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.contracts.admission.Verdict;
import io.linkerd.multus.contracts.admission.Verdict.Admit;
import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import io.linkerd.multus.contracts.uids.ProxyUidStrategy;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodReviewTest {
    private static final NamespaceMarks WITHOUT_RANGE =
            NamespaceMarks.of(Map.of("linkerd.io/multus", "enabled"), Map.of());
    private static final NamespaceMarks SHOP = NamespaceMarks.of(
            Map.of("linkerd.io/multus", "enabled", "openshift.io/sa.scc.uid-range", "1000660000/10000"), Map.of());

    private final FakeCluster cluster = new FakeCluster().namespace("shop", SHOP);

    private static ObjectNode pod() {
        return PodJson.tree("{'metadata':{'name':'web','annotations':{'openshift.io/scc':'restricted-v2'}},'spec':{"
                + "'initContainers':[{'name':'linkerd-network-validator','securityContext':{'runAsUser':65534}}],"
                + "'containers':[{'name':'linkerd-proxy','securityContext':{'runAsUser':2102}},{'name':'app'}]}}");
    }

    private static ObjectNode annotated(ObjectNode pod, String key, String value) {
        pod.withObject("/metadata/annotations").put(key, value);
        return pod;
    }

    private Verdict review(ObjectNode pod, Severity onImpossible) {
        return review(pod, onImpossible, AttachmentScope.PER_NAMESPACE);
    }

    private Verdict review(ObjectNode pod, Severity onImpossible, AttachmentScope scope) {
        var rules = new PodRules("linkerd", scope, ProxyUidStrategy.HIGHEST, onImpossible, Severity.REFUSE);
        var step = PodReview.begin(PodJson.read(pod), "shop", rules).advance(cluster.answering());
        return ((Step.Done) step).decision();
    }

    /** A label kept nobody out, and nothing said so. */
    @Test
    void aLabelThatIsToKeepAnExtensionOutIsAWarningOnItsPods() {
        var labels = Map.of("linkerd.io/extension", "viz", "linkerd.io/multus", "disabled");
        cluster.namespace(
                "shop", NamespaceMarks.of(Map.of("openshift.io/sa.scc.uid-range", "1000660000/10000"), labels));

        assertThat(((Admit) review(pod(), Severity.REFUSE)).warnings())
                .singleElement()
                .asString()
                .contains("label linkerd.io/multus is \"disabled\"", "so this pod takes part");
    }

    /** A cache without the range may be behind, which is of no interest where the constraints ask for no range. */
    @ParameterizedTest(name = "{0}: {1} questions")
    @CsvSource({"restricted-v2, 1", "restricted-v3, 0", "nonroot-v2, 0", "privileged, 0", "anyuid, 1"})
    void asksForTheRangeOnlyWhereTheConstraintsTakeIt(String constraints, int questions) {
        cluster.namespace("shop", WITHOUT_RANGE);

        review(annotated(pod(), "openshift.io/scc", constraints), Severity.REFUSE);

        assertThat(cluster.questions).isEqualTo(questions);
    }

    /** Linkerd documents an init container that sends past the proxy on purpose. */
    @Test
    void warnsOfAnInitContainerThatPassesByTheProxyOfAPodThatIsRight() {
        var pod = pod();
        pod.withArray("/spec/initContainers")
                .addObject()
                .put("name", "setup")
                .putObject("securityContext")
                .put("runAsUser", 1000669000);
        annotated(pod, "config.linkerd.io/proxy-uid", "1000669000");
        var first = (Admit) review(pod, Severity.REFUSE);

        var again = (Admit) review(PodJson.patched(pod, first.patch()), Severity.REFUSE);

        assertThat(again.patch()).isEmpty();
        assertThat(again.warnings()).isEqualTo(first.warnings()).hasSize(1);
    }

    /** Without our attachment its validator stops it; with it, nothing would. */
    @ParameterizedTest(name = "networks {0}: {1}")
    @CsvSource({"'', Admit", "lan, Admit", "linkerd-cni, Refuse", "'lan, shop/linkerd-cni@eth5', Refuse"})
    void letsAnImpossiblePodInOnlyWhereNothingAttachesIt(String networks, String outcome) {
        var pod = annotated(pod(), "config.linkerd.io/proxy-uid", "2102"); // out of the range
        annotated(pod, "k8s.v1.cni.cncf.io/networks", networks);

        var decision = review(pod, Severity.WARN);

        assertThat(decision.getClass().getSimpleName()).isEqualTo(outcome);
        assertThat(decision.cause()).isEqualTo(PodCause.USER_IDS);
    }

    /** Its validator finds the rules that the chained plugin makes for every pod, and the pod would run. */
    @Test
    void letsNoImpossiblePodInWhereTheRuntimeCallsThePluginForEveryPod() {
        var pod = annotated(pod(), "config.linkerd.io/proxy-uid", "2102"); // out of the range

        assertThat(review(pod, Severity.WARN)).isInstanceOf(Verdict.Admit.class);
        assertThat(review(pod, Severity.WARN, AttachmentScope.NONE))
                .isInstanceOfSatisfying(
                        Verdict.Refuse.class,
                        refusal -> assertThat(refusal.reason()).contains("a warning is not enough", "mode chained"));
    }

    /** Linkerd's plugin was chained into the cluster's own network: it made rules, the validator passed and the application sent past the proxy. */
    @ParameterizedTest(name = "proxy {0}, annotation {1}, application {2}: {3}")
    @CsvSource({
        "2102, 5000, 5000, Refuse",
        "2102, +05000, 5000, Refuse",
        "5000, none, 5000, Refuse",
        "2102, 1000660000, , Refuse",
        "2102, 5000, 5001, Admit",
        "2102, none, 5000, Admit"
    })
    void letsNoImpossiblePodInThatSharesTheProxysUserId(
            long proxy, String annotation, @Nullable Long application, String outcome) {
        var pod = annotated(pod(), "config.linkerd.io/proxy-uid", annotation);
        pod.withObject("/spec/containers/0/securityContext").put("runAsUser", proxy);
        if (application != null) {
            pod.withObject("/spec/containers/1").putObject("securityContext").put("runAsUser", application);
        }

        var decision = review(pod, Severity.WARN);

        assertThat(decision.getClass().getSimpleName()).isEqualTo(outcome);
        assertThat(decision.cause()).isEqualTo(PodCause.USER_IDS);
    }

    /** The same where nothing is asked of its user ids, since no attachment is there. */
    @ParameterizedTest(name = "application {0}: {1}")
    @CsvSource({"2102, Refuse", "5000, Admit"})
    void letsNoPodInThatSharesTheProxysUserIdWhereItHasNoAttachment(long application, String outcome) {
        cluster.namespace("shop", NamespaceMarks.SILENT);
        var pod = annotated(pod(), "linkerd.io/multus", "enabled");
        pod.withObject("/spec/containers/1").putObject("securityContext").put("runAsUser", application);

        var decision = review(pod, Severity.WARN);

        assertThat(decision.getClass().getSimpleName()).isEqualTo(outcome);
        assertThat(decision.cause()).isEqualTo(PodCause.NO_ATTACHMENT);
    }

    @Test
    void takesAnEmptyAnnotationForNone() {
        var pod = annotated(pod(), "config.linkerd.io/proxy-gid", "");

        assertThat(((Admit) review(pod, Severity.REFUSE)).warnings()).isEmpty();
    }
}
