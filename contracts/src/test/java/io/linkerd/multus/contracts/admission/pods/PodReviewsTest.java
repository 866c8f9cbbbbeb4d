// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import io.linkerd.multus.contracts.uids.ProxyUidStrategy;
import io.linkerd.multus.contracts.uids.SccRunAsUser;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PodReviewsTest {
    private static final NamespaceMarks SHOP = NamespaceMarks.of(
            Map.of("linkerd.io/multus", "enabled", "openshift.io/sa.scc.uid-range", "1000660000/10000"), Map.of());
    private static final String NETWORKS = "/metadata/annotations/k8s.v1.cni.cncf.io~1networks";
    private static final String PROXY_UID = "/metadata/annotations/config.linkerd.io~1proxy-uid";

    private final FakeCluster cluster = new FakeCluster().namespace("shop", SHOP);
    private Severity onImpossible = Severity.REFUSE;
    private Severity onUserNamespace = Severity.REFUSE;
    private AttachmentScope scope = AttachmentScope.PER_NAMESPACE;

    /** A pod as a native-sidecar injector and restricted-v2 leave it. */
    private static ObjectNode injected() {
        return PodJson.tree(
                "{'metadata':{'generateName':'web-','annotations':{'openshift.io/scc':'restricted-v2'}},"
                        + "'spec':{'securityContext':{'fsGroup':1000660000},'initContainers':["
                        + "{'name':'linkerd-network-validator','securityContext':{'runAsUser':65534,'runAsGroup':65534}},"
                        + "{'name':'linkerd-proxy','restartPolicy':'Always','securityContext':{'runAsUser':2102}}],"
                        + "'containers':[{'name':'app','futureField':{'a':[1,2.50]},'securityContext':{'runAsUser':1000660000}}]}}");
    }

    @Test
    void attachesAndGivesProxyAndValidatorUserIdsOfTheirOwn() {
        var after = PodJson.patched(injected(), answer("shop", injected()));

        assertThat(after.at(NETWORKS).textValue()).isEqualTo("linkerd-cni");
        assertThat(after.at(PROXY_UID).textValue()).isEqualTo("1000669999");
        assertThat(after.at("/spec/initContainers/1/securityContext/runAsUser").longValue())
                .isEqualTo(1000669999);
        assertThat(after.at("/spec/initContainers/0/securityContext/runAsUser").longValue())
                .isBetween(1000660001L, 1000669998L);
    }

    @Test
    void changesNothingOfWhatItDoesNotKnow() {
        var before = injected();
        var after = PodJson.patched(before, answer("shop", before));

        assertThat(PodJson.differences(before, after))
                .containsExactlyInAnyOrder(
                        "/metadata/annotations/config.linkerd.io/proxy-uid",
                        "/metadata/annotations/k8s.v1.cni.cncf.io/networks",
                        "/spec/initContainers/0/securityContext/runAsUser",
                        "/spec/initContainers/1/securityContext/runAsUser");
    }

    @Test
    void hasNothingToChangeTheSecondTime() {
        var once = PodJson.patched(injected(), answer("shop", injected()));

        var again = answer("shop", once);

        assertThat(again.at("/response/allowed").booleanValue()).isTrue();
        assertThat(again.at("/response/patch").isMissingNode()).isTrue();
    }

    @Test
    void findsTheProxyAmongPlainContainersToo() {
        var pod = PodJson.tree(
                "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'app'},{'name':'linkerd-proxy'}]}}");
        pod.withObject("/metadata").putObject("annotations").put("openshift.io/scc", "restricted-v2");

        var after = PodJson.patched(pod, answer("shop", pod));

        assertThat(after.at("/spec/containers/1/securityContext/runAsUser").longValue())
                .isEqualTo(1000669999);
        assertThat(after.at("/spec/containers/0/securityContext").isMissingNode())
                .isTrue();
    }

    @Test
    void keepsTheUsersFormOfNetworks() {
        var pod = injected();
        pod.withObject("/metadata/annotations").put("k8s.v1.cni.cncf.io/networks", "[{\"name\":\"net1\",\"x\":1}]");

        var after = PodJson.patched(pod, answer("shop", pod));

        assertThat(after.at(NETWORKS).textValue())
                .startsWith("[{\"name\":\"net1\",\"x\":1}")
                .contains("linkerd-cni")
                .endsWith("]");
    }

    @Test
    void leavesNetworksThatMultusRefusesAndSaysSo() {
        var pod = injected();
        pod.withObject("/metadata/annotations").put("k8s.v1.cni.cncf.io/networks", "[{\"name\":");

        var answer = answer("shop", pod);

        assertThat(PodJson.patched(pod, answer).at(NETWORKS).textValue()).isEqualTo("[{\"name\":");
        assertThat(answer.at("/response/warnings/0").textValue()).contains("k8s.v1.cni.cncf.io/networks");
    }

    @Test
    void changesNoUserIdUnderAMalformedRangeAndSaysSo() {
        cluster.namespace(
                "shop",
                NamespaceMarks.of(
                        Map.of("linkerd.io/multus", "enabled", "openshift.io/sa.scc.uid-range", "1000660000"),
                        Map.of()));

        var answer = answer("shop", injected());

        assertThat(PodJson.differences(injected(), PodJson.patched(injected(), answer)))
                .containsExactly("/metadata/annotations/k8s.v1.cni.cncf.io/networks");
        assertThat(answer.at("/response/warnings/0").textValue())
                .contains("openshift.io/sa.scc.uid-range", "\"1000660000\"");
    }

    @Test
    void refusesAnExplicitUserIdThatTheApplicationHas() {
        var pod = injected();
        pod.withObject("/metadata/annotations").put("config.linkerd.io/proxy-uid", "1000660000");

        var message = answer("shop", pod).at("/response/status/message").textValue();

        assertThat(message).contains("shop/web-", "config.linkerd.io/proxy-uid", "1000660000");
    }

    @Test
    void admitsWithoutAttachmentWhatCannotBeMadeRightWhereAWarningIsAskedFor() {
        onImpossible = Severity.WARN;
        oneUserId();

        var answer = answer("one", injected());

        assertThat(answer.at("/response/allowed").booleanValue()).isTrue();
        assertThat(answer.at("/response/patch").isMissingNode()).isTrue();
        assertThat(answer.at("/response/warnings/0").textValue())
                .startsWith("not attached, so it will not start: ")
                .contains("1000660000-1000660000", "widen the namespace's range");
    }

    /** Its rules would be made, and the application would pass by its proxy. What nobody here can read counts as well. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "linkerd-cni",
                "default/linkerd-cni@eth7",
                "[{\"name\":\"linkerd-cni\"}]",
                "[{\"name\":\"linkerd\\u002dcni\"}]",
                "[{\"NAME\":\"\\u006cinkerd-cni\",\"namespace\":\"other\"}]",
                "[{\"name\":7}]",
                "[{",
                "a/b/c"
            })
    void refusesWhatCannotBeMadeRightAndAttachesItselfEvenWhereAWarningIsAskedFor(String networks) {
        onImpossible = Severity.WARN;
        oneUserId();
        var pod = injected();
        pod.withObject("/metadata/annotations").put("k8s.v1.cni.cncf.io/networks", networks);

        assertThat(answer("one", pod).at("/response/status/message").textValue())
                .contains("widen the namespace's range", "attaches it already");
    }

    @ParameterizedTest
    @ValueSource(strings = {"my-linkerd-cni", "other@linkerd-cni", "[{\"name\":\"other\",\"x\":\"linkerd-cni\"}]"})
    void admitsWithAWarningWhatAttachesSomethingElse(String networks) {
        onImpossible = Severity.WARN;
        oneUserId();
        var pod = injected();
        pod.withObject("/metadata/annotations").put("k8s.v1.cni.cncf.io/networks", networks);

        assertThat(answer("one", pod).at("/response/warnings/0").textValue()).startsWith("not attached");
    }

    /** Nothing would keep it from running outside of the mesh. */
    @Test
    void refusesWhatCannotBeMadeRightAndHasNoValidatorEvenWhereAWarningIsAskedFor() {
        onImpossible = Severity.WARN;
        oneUserId();
        var pod = injected();
        pod.withArray("/spec/initContainers").remove(0);

        assertThat(answer("one", pod).at("/response/status/message").textValue())
                .contains("widen the namespace's range", "no linkerd-network-validator");
    }

    @Test
    void admitsAPodThatWantsAnAttachmentWhereNoneIsWhereAWarningIsAskedFor() {
        onImpossible = Severity.WARN;
        cluster.namespace("lone", NamespaceMarks.SILENT);
        var pod = injected();
        pod.withObject("/metadata/annotations").put("linkerd.io/multus", "enabled");

        var answer = answer("lone", pod);

        assertThat(answer.at("/response/patch").isMissingNode()).isTrue();
        assertThat(answer.at("/response/warnings/0").textValue())
                .contains("will not start", "annotate the namespace with linkerd.io/multus=enabled");
    }

    private void oneUserId() {
        cluster.namespace(
                "one",
                NamespaceMarks.of(
                        Map.of("linkerd.io/multus", "enabled", "openshift.io/sa.scc.uid-range", "1000660000/1"),
                        Map.of()));
    }

    @Test
    void refusesAPodWithAUserNamespaceOfItsOwn() {
        var pod = injected();
        pod.withObject("/spec").put("hostUsers", false);

        assertThat(answer("shop", pod).at("/response/status/message").textValue())
                .contains("shop/web-", "hostUsers: false", "remove hostUsers");
    }

    @Test
    void warnsOfAUserNamespaceWhereAWarningIsAskedFor() {
        onUserNamespace = Severity.WARN;
        var pod = injected();
        pod.withObject("/spec").put("hostUsers", false);

        var answer = answer("shop", pod);

        assertThat(answer.at("/response/warnings/0").textValue()).contains("hostUsers: false");
        assertThat(PodJson.patched(pod, answer).at(NETWORKS).textValue()).isEqualTo("linkerd-cni");
    }

    /** All three were admitted and attached without a word, and never started. */
    @ParameterizedTest
    @ValueSource(strings = {"gvisor", "runsc", "kata", "kata-remote", "kata-mshv-vm-isolation"})
    void warnsOfASandboxThatTheRulesMayNotReach(String runtimeClass) {
        var pod = injected();
        pod.withObject("/spec").put("runtimeClassName", runtimeClass);

        var answer = answer("shop", pod);

        assertThat(answer.at("/response/warnings/0").textValue())
                .contains("runtimeClassName " + runtimeClass, "linkerd-network-validator");
        assertThat(PodJson.patched(pod, answer).at(NETWORKS).textValue()).isEqualTo("linkerd-cni");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nvidia", "crun", "runc", "performance-worker", "katana-free", ""})
    void saysNothingOfOtherRuntimeClasses(String runtimeClass) {
        var pod = injected();
        pod.withObject("/spec").put("runtimeClassName", runtimeClass);

        assertThat(answer("shop", pod).at("/response/warnings").isMissingNode()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "null"})
    void saysNothingOfTheNodesUserNamespace(String hostUsers) {
        var pod =
                PodJson.tree(injected().toString().replace("\"spec\":{", "\"spec\":{\"hostUsers\":" + hostUsers + ","));

        assertThat(answer("shop", pod).at("/response/warnings").isMissingNode()).isTrue();
    }

    @Test
    void leavesAPodWithAUserNamespaceAloneThatTakesNoPart() {
        cluster.namespace("lone", NamespaceMarks.SILENT);
        var pod = injected();
        pod.withObject("/spec").put("hostUsers", false);

        assertThat(answer("lone", pod).at("/response/allowed").booleanValue()).isTrue();
    }

    @Test
    void asksForConstraintsThatAreNobodysDefault() {
        cluster.constraints(
                "team",
                new SccRunAsUser(
                        SccRunAsUser.MUST_RUN_AS_RANGE,
                        OptionalLong.empty(),
                        OptionalLong.of(5000),
                        OptionalLong.of(5009)),
                "runtime/default");
        var pod = injected();
        pod.withObject("/metadata/annotations").put("openshift.io/scc", "team");

        assertThat(PodJson.patched(pod, answer("shop", pod)).at(PROXY_UID).textValue())
                .isEqualTo("5009");
    }

    @Test
    void choosesFromTheRangeWhereConstraintsOfOnesOwnRefuseLinkerdsSeccompProfile() {
        cluster.constraints(
                "team",
                new SccRunAsUser(
                        SccRunAsUser.RUN_AS_ANY, OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty()),
                "localhost/audit.json");
        var pod = injected();
        pod.withObject("/metadata/annotations").put("openshift.io/scc", "team");

        var answer = answer("shop", pod);

        assertThat(PodJson.patched(pod, answer).at(PROXY_UID).textValue()).isEqualTo("1000669999");
        assertThat(answer.at("/response/warnings/0").textValue()).contains("team", "seccomp");
    }

    /** An administrator's pod is admitted by them before it is injected, and not after it. */
    @ParameterizedTest
    @ValueSource(strings = {"anyuid", "hostmount-anyuid", "hostmount-anyuid-v2", "nonroot"})
    void choosesFromTheRangeWhereConstraintsRefuseLinkerdsSeccompProfile(String constraints) {
        var pod = injected();
        pod.withObject("/metadata/annotations").put("openshift.io/scc", constraints);

        var answer = answer("shop", pod);

        assertThat(PodJson.patched(pod, answer).at(PROXY_UID).textValue()).isEqualTo("1000669999");
        assertThat(answer.at("/response/warnings/0").textValue()).contains(constraints, "seccomp");
    }

    @Test
    void fallsBackToTheRangeWithAWarningWhereConstraintsCannotBeRead() {
        cluster.away();
        var pod = injected();
        pod.withObject("/metadata/annotations").put("openshift.io/scc", "team");

        var answer = answer("shop", pod);

        assertThat(PodJson.patched(pod, answer).at(PROXY_UID).textValue()).isEqualTo("1000669999");
        assertThat(answer.at("/response/warnings/0").textValue()).contains("cannot be read now");
    }

    @Test
    void asksOnceWhenTheCacheHasNotSeenTheNamespaceYet() {
        cluster.onlyLive("new", SHOP);

        assertThat(PodJson.patched(injected(), answer("new", injected()))
                        .at(NETWORKS)
                        .textValue())
                .isEqualTo("linkerd-cni");
        assertThat(cluster.questions).isEqualTo(1);
    }

    @Test
    void asksOnceWhenTheCacheHasNotSeenTheRangeYet() {
        cluster.namespace("shop", NamespaceMarks.of(Map.of("linkerd.io/multus", "enabled"), Map.of()))
                .onlyLive("shop", SHOP);

        assertThat(PodJson.patched(injected(), answer("shop", injected()))
                        .at(PROXY_UID)
                        .textValue())
                .isEqualTo("1000669999");
        assertThat(cluster.questions).isEqualTo(1);
    }

    @Test
    void asksOnceBeforeAPodIsLeftOutOfTheMesh() {
        cluster.namespace("shop", NamespaceMarks.SILENT).onlyLive("shop", SHOP);

        assertThat(PodJson.patched(injected(), answer("shop", injected()))
                        .at(NETWORKS)
                        .textValue())
                .isEqualTo("linkerd-cni");
    }

    @Test
    void asksNothingWhenTheCacheSaysItAll() {
        answer("shop", injected());

        assertThat(cluster.questions).isZero();
    }

    /** Refused for want of an attachment, though the controller was about to make it. */
    @Test
    void asksTheApiServerBeforeAPodIsRefusedForWantOfAnAttachment() {
        cluster.namespace("late", NamespaceMarks.SILENT).onlyLive("late", SHOP);
        var pod = injected();
        pod.withObject("/metadata/annotations").put("linkerd.io/multus", "enabled");

        assertThat(PodJson.patched(pod, answer("late", pod)).at(NETWORKS).textValue())
                .isEqualTo("linkerd-cni");
    }

    /** Left out of the mesh. */
    @Test
    void asksTheApiServerBeforeAnExtensionsPodIsLeftAsItIs() {
        cluster.namespace("viz", NamespaceMarks.SILENT)
                .onlyLive("viz", NamespaceMarks.of(Map.of(), Map.of("linkerd.io/extension", "viz")));

        assertThat(PodJson.patched(injected(), answer("viz", injected()))
                        .at(NETWORKS)
                        .textValue())
                .isEqualTo("linkerd-cni");
    }

    /** A namespace that was made anew: its pods got user ids that no constraints let in. */
    @Test
    void asksOnceWhenTheApplicationRunsOutsideOfTheRangeThatTheCacheHas() {
        cluster.onlyLive(
                "shop",
                NamespaceMarks.of(
                        Map.of("linkerd.io/multus", "enabled", "openshift.io/sa.scc.uid-range", "1000990000/10000"),
                        Map.of()));
        var pod = injected();
        pod.withObject("/spec/containers/0/securityContext").put("runAsUser", 1000990000);

        assertThat(PodJson.patched(pod, answer("shop", pod)).at(PROXY_UID).textValue())
                .isEqualTo("1000999999");
    }

    /** Given to it by SCC admission and no choice of its own: it was let send past the proxy. */
    @Test
    void refusesAnExplicitUserIdThatAnInitContainerHasByDefault() {
        var pod = injected();
        init(pod, 1000660000);
        pod.withObject("/spec/containers/0/securityContext").put("runAsUser", 1000660005);
        pod.withObject("/metadata/annotations").put("config.linkerd.io/proxy-uid", "1000660000");

        assertThat(answer("shop", pod).at("/response/status/message").textValue())
                .contains("1000660000", "another container of the pod runs as it");
    }

    @Test
    void admitsAnExplicitUserIdThatAnInitContainerChoseAndSaysSo() {
        var pod = injected();
        init(pod, 1000660007);
        pod.withObject("/metadata/annotations").put("config.linkerd.io/proxy-uid", "1000660007");

        var answer = answer("shop", pod);

        assertThat(PodJson.patched(pod, answer).at(PROXY_UID).textValue()).isEqualTo("1000660007");
        assertThat(answer.at("/response/warnings/0").textValue()).contains("init container", "1000660007");
    }

    private static void init(ObjectNode pod, long uid) {
        pod.withArray("/spec/initContainers")
                .insertObject(0)
                .put("name", "fetch")
                .putObject("securityContext")
                .put("runAsUser", uid);
    }

    /** Linkerd's plugin reads the namespace's when the sandbox is made, which may be another one by then. */
    @Test
    void writesOnThePodWhatOnlyTheNamespaceSaysOfTheProxysUserId() {
        cluster.namespace(
                "plain",
                NamespaceMarks.of(
                        Map.of("linkerd.io/multus", "enabled", "config.linkerd.io/proxy-uid", "5000"), Map.of()));
        var pod = PodJson.tree("{'metadata':{'name':'p'},'spec':{'containers':[{'name':'app','securityContext':"
                + "{'runAsUser':1000}},{'name':'linkerd-proxy','securityContext':{'runAsUser':5000}}]}}");

        assertThat(PodJson.patched(pod, answer("plain", pod)).at(PROXY_UID).textValue())
                .isEqualTo("5000");
    }

    @Test
    void leavesNoPodHangingThatOptedInAloneWhereNoAttachmentIs() {
        cluster.namespace("lone", NamespaceMarks.SILENT);
        var pod = injected();
        pod.withObject("/metadata/annotations").put("linkerd.io/multus", "enabled");

        assertThat(answer("lone", pod).at("/response/status/message").textValue())
                .contains(
                        "lone/web-",
                        "linkerd.io/multus",
                        "namespace lone has no NetworkAttachmentDefinition linkerd-cni");

        cluster.attached("lone");
        assertThat(PodJson.patched(pod, answer("lone", pod)).at(NETWORKS).textValue())
                .isEqualTo("linkerd-cni");
    }

    /** They came before the attachment, were left out of the mesh, and their network validators failed for ever. */
    @ParameterizedTest
    @ValueSource(strings = {"viz", "multicluster", "somebody-elses"})
    void attachesTheExtensionsPodsThoughTheAttachmentComesAfterThem(String extension) {
        cluster.namespace("extension", NamespaceMarks.of(Map.of(), Map.of("linkerd.io/extension", extension)));

        var after = PodJson.patched(injected(), answer("extension", injected()));

        assertThat(after.at(NETWORKS).textValue()).isEqualTo("linkerd-cni");
    }

    @Test
    void leavesTheExtensionsPodsAloneWhereItsNamespaceSaysNo() {
        cluster.namespace(
                "viz",
                NamespaceMarks.of(Map.of("linkerd.io/multus", "disabled"), Map.of("linkerd.io/extension", "viz")));

        var answer = answer("viz", injected());

        assertThat(answer.at("/response/allowed").booleanValue()).isTrue();
        assertThat(answer.at("/response/patch").isMissingNode()).isTrue();
    }

    @Test
    void refersToTheAttachmentThatAllNamespacesShare() {
        scope = new AttachmentScope(true, "default");
        var other = injected();
        other.withObject("/metadata/annotations").put("k8s.v1.cni.cncf.io/networks", "[{\"name\":\"fast\"}]");

        assertThat(PodJson.patched(injected(), answer("shop", injected()))
                        .at(NETWORKS)
                        .textValue())
                .isEqualTo("default/linkerd-cni");
        assertThat(PodJson.patched(other, answer("shop", other)).at(NETWORKS).textValue())
                .isEqualTo("[{\"name\":\"fast\"},{\"name\":\"linkerd-cni\",\"namespace\":\"default\"}]");
    }

    /** The API server asks again after other webhooks, and may ask a replica that was told the other scope. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void attachesAPodOnceThoughAReplicaWithTheOtherScopeReviewedItFirst(boolean sharedFirst) {
        scope = new AttachmentScope(sharedFirst, "default");
        var pod = PodJson.patched(injected(), answer("shop", injected()));
        scope = new AttachmentScope(!sharedFirst, "default");

        assertThat(answer("shop", pod).at("/response/patch").isMissingNode()).isTrue();
    }

    /** There is none to look for, and a pod that referred to one would wait for it in ContainerCreating once Multus comes. */
    @ParameterizedTest
    @ValueSource(strings = {"shop", "lone"})
    void neitherAttachesNorLooksForAnAttachmentWhereTheRuntimeCallsThePlugin(String namespace) {
        scope = AttachmentScope.NONE;
        cluster.namespace("lone", NamespaceMarks.SILENT);
        var pod = injected();
        pod.withObject("/metadata/annotations").put("linkerd.io/multus", "enabled");

        var answer = answer(namespace, pod);

        assertThat(answer.at("/response/allowed").booleanValue()).isTrue();
        assertThat(PodJson.patched(pod, answer).at(NETWORKS).isMissingNode()).isTrue();
    }

    @Test
    void looksForTheSharedAttachmentWhereAPodOptedInAlone() {
        scope = new AttachmentScope(true, "default");
        cluster.namespace("lone", NamespaceMarks.SILENT).attached("lone");
        var pod = injected();
        pod.withObject("/metadata/annotations").put("linkerd.io/multus", "enabled");

        assertThat(answer("lone", pod).at("/response/status/message").textValue())
                .contains(
                        "namespace default has no NetworkAttachmentDefinition linkerd-cni, which all namespaces share");

        cluster.attached("default");
        assertThat(PodJson.patched(pod, answer("lone", pod)).at(NETWORKS).textValue())
                .isEqualTo("default/linkerd-cni");
    }

    @Test
    void leavesAPodAloneThatNobodyOptedIn() {
        cluster.namespace("lone", NamespaceMarks.SILENT);

        var answer = answer("lone", injected());

        assertThat(answer.at("/response/allowed").booleanValue()).isTrue();
        assertThat(answer.at("/response/patch").isMissingNode()).isTrue();
    }

    @Test
    void attachesTheControlPlaneAndKeepsItsUserIds() {
        cluster.namespace(
                "linkerd", NamespaceMarks.of(Map.of("openshift.io/sa.scc.uid-range", "1000700000/10000"), Map.of()));
        var pod = PodJson.tree("{'metadata':{'name':'d','labels':{'linkerd.io/control-plane-component':'destination'},"
                + "'annotations':{'openshift.io/scc':'nonroot-v2'}},'spec':{'initContainers':["
                + "{'name':'linkerd-network-validator','securityContext':{'runAsUser':65534}}],'containers':["
                + "{'name':'linkerd-proxy','securityContext':{'runAsUser':2102}},"
                + "{'name':'destination','securityContext':{'runAsUser':2103}}]}}");

        var after = PodJson.patched(pod, answer("linkerd", pod));

        assertThat(PodJson.differences(pod, after))
                .containsExactlyInAnyOrder(
                        "/metadata/annotations/config.linkerd.io/proxy-uid",
                        "/metadata/annotations/k8s.v1.cni.cncf.io/networks");
        assertThat(after.at(PROXY_UID).textValue()).isEqualTo("2102");
    }

    @Test
    void admitsAnInitContainerThatRunsAsTheProxyOnPurposeAndSaysSo() {
        var pod = anyUid(
                "{'name':'fetch','securityContext':{'runAsUser':2102}},{'name':'linkerd-proxy','restartPolicy':'Always',"
                        + "'securityContext':{'runAsUser':2102}}");

        var answer = answer("plain", pod);

        assertThat(PodJson.patched(pod, answer).at(PROXY_UID).textValue()).isEqualTo("2102");
        assertThat(answer.at("/response/warnings/0").textValue()).contains("init container", "2102");
    }

    @Test
    void movesTheProxyOffASidecarsUserId() {
        var pod = anyUid(
                "{'name':'side','restartPolicy':'Always','securityContext':{'runAsUser':2102}},{'name':'linkerd-proxy',"
                        + "'restartPolicy':'Always','securityContext':{'runAsUser':2102}}");

        assertThat(PodJson.patched(pod, answer("plain", pod)).at(PROXY_UID).textValue())
                .isEqualTo("2103");
    }

    @Test
    void saysWhatAnExemptGroupDoes() {
        var pod = injected();
        pod.withObject("/metadata/annotations").put("config.linkerd.io/proxy-gid", "3000");

        assertThat(answer("shop", pod).at("/response/warnings/0").textValue()).contains("proxy-gid", "group 3000");
    }

    /** The plugin reads the namespace's where the pod has none. */
    @Test
    void saysWhatAnExemptGroupOfTheNamespaceDoes() {
        cluster.namespace(
                "plain",
                NamespaceMarks.of(
                        Map.of("linkerd.io/multus", "enabled", "config.linkerd.io/proxy-gid", "4000"), Map.of()));

        assertThat(answer("plain", injected()).at("/response/warnings").toString())
                .contains("proxy-gid", "group 4000");

        var pod = injected();
        pod.withObject("/metadata/annotations").put("config.linkerd.io/proxy-gid", "3000");
        assertThat(answer("plain", pod).at("/response/warnings").toString()).contains("group 3000");
    }

    private ObjectNode anyUid(String initContainers) {
        cluster.namespace("plain", NamespaceMarks.of(Map.of("linkerd.io/multus", "enabled"), Map.of()));
        return PodJson.tree("{'metadata':{'name':'p'},'spec':{'initContainers':[" + initContainers
                + "],'containers':[{'name':'app','securityContext':{'runAsUser':1000}}]}}");
    }

    private ObjectNode answer(String namespace, ObjectNode pod) {
        var rules = new PodRules("linkerd", scope, ProxyUidStrategy.HIGHEST, onImpossible, onUserNamespace);
        return new PodAnswers(cluster, rules).json(namespace, pod);
    }
}
