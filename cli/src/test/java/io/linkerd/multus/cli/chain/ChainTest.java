// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.chain;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.cli.chain.Answer.State;
import io.linkerd.multus.cli.facts.AttachmentView;
import io.linkerd.multus.cli.facts.EventView;
import io.linkerd.multus.cli.facts.NodeView;
import io.linkerd.multus.cli.facts.PodView;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.contracts.networks.AttachmentScope;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Messages are those that kube-apiserver, OpenShift's admission, Multus and Linkerd's plugin write. */
class ChainTest {
    private static final String SCC = "pods \"web-6d4f-\" is forbidden: unable to validate against any security context"
            + " constraint: [provider \"anyuid\": Forbidden: not usable by user or serviceaccount, ";

    /** What is wrong, where the chain ends, and what of the cause and of the remedy has to be said. */
    record Broken(String name, Meshed pod, Stage cause, String words, String remedy) {
        @Override
        public String toString() {
            return name;
        }
    }

    static final List<Broken> BROKEN = Stream.of(asking(), admitting(), starting(), running())
            .flatMap(List::stream)
            .toList();

    private static List<Broken> asking() {
        return List.of(
                broken(
                        "nothing asks for the mesh",
                        pod().plain().namespace("linkerd.io/inject", ""),
                        Stage.MESH_ASKED_FOR,
                        "neither it nor namespace shop",
                        "annotate --overwrite namespace shop linkerd.io/inject=enabled"),
                broken(
                        "the namespace says no",
                        pod().plain().namespace("linkerd.io/inject", "disabled"),
                        Stage.MESH_ASKED_FOR,
                        "\"disabled\"",
                        "linkerd.io/inject=enabled"),
                broken(
                        "the pod says no",
                        pod().plain().annotation("linkerd.io/inject", "disabled"),
                        Stage.MESH_ASKED_FOR,
                        "its annotation linkerd.io/inject",
                        "linkerd.io/inject=enabled"),
                broken(
                        "a typo of the annotation's value",
                        pod().plain().namespace("linkerd.io/inject", "Enabled"),
                        Stage.MESH_ASKED_FOR,
                        "\"Enabled\"",
                        "linkerd.io/inject=enabled"),
                broken(
                        "the network of its node",
                        pod().plain().hostNetwork(),
                        Stage.MESH_ASKED_FOR,
                        "hostNetwork",
                        "without hostNetwork"),
                broken(
                        "nothing asks for the attachment",
                        unattached().namespace("linkerd.io/multus", ""),
                        Stage.ATTACHMENT_ASKED_FOR,
                        "no annotation linkerd.io/multus",
                        "linkerd.io/multus=enabled"),
                broken(
                        "a label in place of the annotation",
                        unattached().namespace("linkerd.io/multus", "").namespaceLabel("linkerd.io/multus", "enabled"),
                        Stage.ATTACHMENT_ASKED_FOR,
                        "only an annotation of this name counts",
                        "linkerd.io/multus=enabled"),
                broken(
                        "true in place of enabled",
                        unattached().namespace("linkerd.io/multus", "true"),
                        Stage.ATTACHMENT_ASKED_FOR,
                        "neither enabled nor disabled",
                        "linkerd.io/multus=enabled"),
                broken(
                        "the pod opts out",
                        pod().annotation("linkerd.io/multus", "disabled"),
                        Stage.ATTACHMENT_ASKED_FOR,
                        "keeps linkerd-multus away",
                        "take the annotation off"),
                broken(
                        "no attachment",
                        pod().attachment(new Sight.Absent<>()),
                        Stage.ATTACHMENT_THERE,
                        "namespace shop has no NetworkAttachmentDefinition",
                        "linkerd-multus check"),
                broken(
                        "no shared attachment",
                        pod().scope(new AttachmentScope(true, "default")).attachment(new Sight.Absent<>()),
                        Stage.ATTACHMENT_THERE,
                        "namespace default has no",
                        "namespace default"),
                broken(
                        "an attachment that is no JSON",
                        pod().attachment(new Sight.Seen<>(new AttachmentView("shop", "{", true))),
                        Stage.ATTACHMENT_THERE,
                        "cannot be used",
                        "linkerd-cni-config"),
                broken(
                        "an attachment of others that is no JSON",
                        pod().attachment(new Sight.Seen<>(new AttachmentView("shop", "{", false))),
                        Stage.ATTACHMENT_THERE,
                        "cannot be used",
                        "delete it"));
    }

    private static List<Broken> admitting() {
        return List.of(
                broken(
                        "the usual recipe's uid",
                        pod().refused(
                                        SCC + "provider restricted-v2:"
                                                + " .containers[1].runAsUser: Invalid value: 2102: must be in the ranges: [1000680000, 1000689999]]"),
                        Stage.LET_IN,
                        "must be in the ranges",
                        "linkerd.io/multus=enabled"),
                broken(
                        "an application's uid",
                        pod().refused(
                                        SCC + "provider restricted-v2:"
                                                + " .containers[0].runAsUser: Invalid value: 1000: must be in the ranges: [1000680000, 1000689999]]"),
                        Stage.LET_IN,
                        "that its service account may use",
                        "leave runAsUser to OpenShift"),
                broken(
                        "our webhook's refusal",
                        pod().refused("admission webhook \"pods.multus.linkerd.io\" denied the request:"
                                + " linkerd-multus cannot mesh pod shop/web-1: all user ids of the range are taken"),
                        Stage.LET_IN,
                        "all user ids of the range are taken",
                        "explain"),
                broken(
                        "a webhook out of reach",
                        pod().refused(
                                        "Internal error occurred: failed calling webhook"
                                                + " \"pods.multus.linkerd.io\": failed to call webhook: Post \"https://x\": context deadline exceeded"),
                        Stage.LET_IN,
                        "cannot reach linkerd-multus' webhook",
                        "webhook.hostNetwork"),
                broken(
                        "a webhook that is not trusted",
                        pod().refused(
                                        "Internal error occurred: failed calling webhook"
                                                + " \"pods.multus.linkerd.io\": failed to call webhook: tls: failed to verify certificate: x509: unknown authority"),
                        Stage.LET_IN,
                        "does not trust",
                        "caBundle"),
                broken(
                        "an injector out of reach",
                        pod().refused("Internal error occurred: failed calling webhook"
                                + " \"linkerd-proxy-injector.linkerd.io\": connection refused"),
                        Stage.LET_IN,
                        "Linkerd's injector",
                        "linkerd check"),
                broken(
                        "a priority class that a quota has to name",
                        pod().refused("pods \"web-1\" is forbidden: insufficient quota to match these scopes:"
                                + " [{PriorityClass In [system-node-critical system-cluster-critical]}]"),
                        Stage.LET_IN,
                        "only where a ResourceQuota",
                        "global.platform=gke"),
                broken(
                        "a quota",
                        pod().refused("pods \"web-\" is forbidden: exceeded quota: compute, requested: limits.cpu=1"),
                        Stage.LET_IN,
                        "ResourceQuota",
                        "raise the quota"),
                broken(
                        "Pod Security",
                        pod().refused("pods \"web-\" is forbidden: violates PodSecurity \"restricted:latest\""),
                        Stage.LET_IN,
                        "Pod Security",
                        "pod-security.kubernetes.io/enforce"),
                broken(
                        "no service account",
                        pod().refused("pods \"web-\" is forbidden: error looking up service account shop/web"),
                        Stage.LET_IN,
                        "service account does not exist",
                        "make the service account"),
                broken(
                        "a policy of others",
                        pod().refused("admission webhook \"validate.kyverno.svc\" denied the request: no"),
                        Stage.LET_IN,
                        "validate.kyverno.svc",
                        "do what the message says"),
                broken(
                        "made before the namespace was annotated",
                        pod().plain(),
                        Stage.INJECTED,
                        "without Linkerd's injector",
                        "rollout restart"),
                broken(
                        "a label that keeps webhooks away",
                        pod().plain().namespaceLabel("config.linkerd.io/admission-webhooks", "disabled"),
                        Stage.INJECTED,
                        "keeps Linkerd's webhooks away",
                        "take the label off"),
                broken(
                        "another mesh's container",
                        pod().plain()
                                .with(Meshed.container("istio-proxy", false, 1_337, true, OptionalInt.empty(), "")),
                        Stage.INJECTED,
                        "a container of a mesh already, istio-proxy",
                        "linkerd.io/inject=disabled"),
                broken(
                        "a namespace's typo beside a pod that says it right",
                        pod().plain().namespace("linkerd.io/inject", "yes").annotation("linkerd.io/inject", "enabled"),
                        Stage.MESH_ASKED_FOR,
                        "\"yes\", which the injector does not know",
                        "linkerd.io/inject=enabled"),
                broken(
                        "Linkerd without cniEnabled",
                        pod().with(Meshed.container("linkerd-init", true, 65_534, false, OptionalInt.of(0), "")),
                        Stage.INJECTED,
                        "without cniEnabled",
                        "cniEnabled=true"),
                broken(
                        "made before the webhook looked",
                        pod().annotation("k8s.v1.cni.cncf.io/networks", ""),
                        Stage.ATTACHED,
                        "does not name linkerd-cni",
                        "rollout restart"),
                broken(
                        "other networks alone",
                        pod().annotation("k8s.v1.cni.cncf.io/networks", "net1, net2"),
                        Stage.ATTACHED,
                        "does not name linkerd-cni",
                        "rollout restart"),
                broken(
                        "a shared user id",
                        pod().with(Meshed.container(
                                "linkerd-proxy", false, 1_000_680_000, true, OptionalInt.empty(), "")),
                        Stage.USER_IDS,
                        "proxy and app both run as user 1000680000",
                        "config.linkerd.io/proxy-uid"));
    }

    private static List<Broken> starting() {
        return List.of(
                broken(
                        "no room",
                        pod().made(was -> new PodView.Made(
                                "u",
                                Optional.empty(),
                                Optional.of("0/3 nodes are available: 3 Insufficient cpu."),
                                "Pending",
                                false,
                                false)),
                        Stage.SCHEDULED,
                        "Insufficient cpu",
                        "make room"),
                broken(
                        "a node without an installer",
                        pod().noSandbox("").node(new Sight.Seen<>(new NodeView("node-1", true, Optional.empty()))),
                        Stage.NODE_HAS_PLUGIN,
                        "node node-1 has no installer's pod",
                        "installer.tolerations"),
                broken(
                        "an installer that is not ready",
                        pod().noSandbox("")
                                .node(new Sight.Seen<>(new NodeView(
                                        "node-1",
                                        true,
                                        Optional.of(new NodeView.Installer(
                                                "installer-x", false, "/opt/cni/bin is read-only"))))),
                        Stage.NODE_HAS_PLUGIN,
                        "/opt/cni/bin is read-only",
                        "kubectl logs -n linkerd-multus installer-x"),
                broken(
                        "a node that is left out",
                        pod().noSandbox("")
                                .node(new Sight.Seen<>(new NodeView(
                                        "node-1", true, Optional.empty(), Optional.of("it has no label mesh=yes")))),
                        Stage.NODE_HAS_PLUGIN,
                        "node node-1 has no installer's pod: it has no label mesh=yes",
                        "nodeSelector of their own"),
                broken(
                        "no program",
                        pod().noSandbox(
                                        "plugin type=\"multus-shim\" name=\"multus-cni-network\" failed (add): failed to"
                                                + " find plugin \"linkerd-cni\" in path [/opt/cni/bin]"),
                        Stage.SANDBOX_MADE,
                        "no program linkerd-cni",
                        "installer.cniBinDir"),
                broken(
                        "no attachment in time",
                        pod().noSandbox("GetNetworkDelegates: failed getting the delegate:"
                                + " getKubernetesDelegate: cannot find a network-attachment-definition (linkerd-cni) in namespace (shop): "
                                + "networkattachmentdefinitions.k8s.cni.cncf.io \"linkerd-cni\" not found"),
                        Stage.SANDBOX_MADE,
                        "found no attachment",
                        "linkerd.io/multus=enabled"),
                broken(
                        "isolated namespaces",
                        pod().noSandbox(
                                        "GetNetworkDelegates: namespace isolation enabled, annotation violates"
                                                + " permission, pod is in namespace shop but refers to target namespace linkerd-multus"),
                        Stage.SANDBOX_MADE,
                        "namespaceIsolation",
                        "PerNamespace"),
                broken(
                        "an old token",
                        pod().noSandbox("plugin type=\"linkerd-cni\" failed (add): Unauthorized"),
                        Stage.SANDBOX_MADE,
                        "does not know the token",
                        "renews the token"),
                broken(
                        "no kubeconfig",
                        pod().noSandbox("plugin type=\"linkerd-cni\" failed (add): stat"
                                + " /etc/cni/net.d/ZZZ-linkerd-cni-kubeconfig: no such file or directory"),
                        Stage.SANDBOX_MADE,
                        "kubeconfig is not where",
                        "global.kubeconfigPath"),
                broken(
                        "a bad uid",
                        pod().noSandbox(
                                        "plugin type=\"linkerd-cni\" failed (add): invalid proxy-uid: strconv.Atoi: parsing \"x\""),
                        Stage.SANDBOX_MADE,
                        "config.linkerd.io/proxy-uid",
                        "whole number"),
                broken(
                        "an iptables mode",
                        pod().noSandbox("plugin type=\"linkerd-cni\" failed (add): iptables-legacy-save: not found"),
                        Stage.SANDBOX_MADE,
                        "redirect rules",
                        "iptablesMode"),
                broken(
                        "an attachment of others, whose kubeconfig is not there",
                        pod().noSandbox(
                                        "error adding pod shop_web-1 to CNI network \"multus-cni-network\": plugin"
                                                + " type=\"multus-shim\" failed (add): [shop/web-1/u:whereabouts]: error adding container to network"
                                                + " \"linkerd-like\": open /etc/cni/net.d/whereabouts.d/whereabouts.kubeconfig: no such file or directory"),
                        Stage.SANDBOX_MADE,
                        "could not make its network",
                        "not of linkerd-multus"),
                broken(
                        "an attachment of others that is missing",
                        pod().noSandbox(
                                        "cannot find a network-attachment-definition (macvlan) in namespace (shop): not found"),
                        Stage.SANDBOX_MADE,
                        "attachment of another owner",
                        "take its name out of the annotation"),
                broken(
                        "Multus' own token",
                        pod().noSandbox("Multus: [shop/web-1/u]: error getting pod: Unauthorized"),
                        Stage.SANDBOX_MADE,
                        "token of Multus' own kubeconfig",
                        "restart Multus' pod"),
                // Multus says so of each error, and the attachment is there.
                broken(
                        "Multus' own token, of an attachment of others",
                        pod().noSandbox("getKubernetesDelegate: cannot find a network-attachment-definition (macvlan)"
                                + " in namespace (shop): Unauthorized"),
                        Stage.SANDBOX_MADE,
                        "token of Multus' own kubeconfig",
                        "restart Multus' pod"),
                broken(
                        "an API server that does not answer Multus",
                        pod().noSandbox(
                                        "getKubernetesDelegate: cannot find a network-attachment-definition (linkerd-cni)"
                                                + " in namespace (shop): context deadline exceeded"),
                        Stage.SANDBOX_MADE,
                        "could not read an attachment",
                        "Multus' pod of that node"),
                broken(
                        "iptables, beside a configuration that names a kubeconfig",
                        pod().noSandbox(
                                        "plugin type=\"linkerd-cni\" failed (add): iptables: exit status 4\n': StdinData:"
                                                + " {\"kubeconfig\":\"/etc/k\"}"),
                        Stage.SANDBOX_MADE,
                        "redirect rules",
                        "iptablesMode"),
                broken(
                        "a daemon that does not answer",
                        pod().noSandbox("plugin type=\"multus-shim\" name=\"multus-cni-network\" failed (add):"
                                + " CmdAdd (shim): timed out waiting for the condition"),
                        Stage.SANDBOX_MADE,
                        "Multus' daemon does not answer",
                        "see Multus' pod"),
                broken(
                        "iptables of another plugin",
                        pod().noSandbox("plugin type=\"portmap\" failed (add): iptables: exit status 4"),
                        Stage.SANDBOX_MADE,
                        "could not make its network",
                        "not of linkerd-multus"),
                broken(
                        "another plugin",
                        pod().noSandbox("plugin type=\"cilium-cni\" failed (add): unable to connect to Cilium agent"),
                        Stage.SANDBOX_MADE,
                        "could not make its network",
                        "not of linkerd-multus"));
    }

    private static List<Broken> running() {
        var ended = OptionalInt.of(95);
        return List.of(
                broken(
                        "exit code 95",
                        pod().with(Meshed.container(
                                "linkerd-network-validator", true, 65_534, false, ended, "CrashLoopBackOff")),
                        Stage.REDIRECTED,
                        "ended with 95",
                        "before its node had the plugin"),
                broken(
                        "exit code 95 in a sandbox",
                        pod().runtimeClass("gvisor")
                                .with(Meshed.container("linkerd-network-validator", true, 65_534, false, ended, "")),
                        Stage.REDIRECTED,
                        "runtime class gvisor is a sandbox",
                        "another runtime class"),
                broken(
                        "a validator that fails otherwise",
                        pod().with(Meshed.container(
                                "linkerd-network-validator", true, 65_534, false, OptionalInt.of(1), "")),
                        Stage.REDIRECTED,
                        "ended with 1",
                        "-c linkerd-network-validator"),
                broken(
                        "an init container that wants the network before there is a proxy",
                        pod().with(Meshed.container(
                                        "migrate", true, 1_000, false, OptionalInt.of(1), "CrashLoopBackOff"))
                                .with(Meshed.container(
                                        "linkerd-proxy", false, 1_000_689_999, false, OptionalInt.empty(), "")),
                        Stage.PROXY_READY,
                        "migrate does not run: CrashLoopBackOff; it runs before linkerd-proxy",
                        "proxy-enable-native-sidecar"),
                broken(
                        "an init container that ended before its proxy, and is not tried again yet",
                        pod().with(Meshed.container("migrate", true, 1_000, false, OptionalInt.of(1), ""))
                                .with(Meshed.container(
                                        "linkerd-proxy", false, 1_000_689_999, false, OptionalInt.empty(), "")),
                        Stage.PROXY_READY,
                        "migrate ended with 1; it runs before linkerd-proxy",
                        "-c migrate"),
                broken(
                        "a proxy that cannot be pulled",
                        pod().with(Meshed.container(
                                "linkerd-proxy",
                                false,
                                1_000_689_999,
                                false,
                                OptionalInt.empty(),
                                "ImagePullBackOff: x")),
                        Stage.PROXY_READY,
                        "ImagePullBackOff",
                        "-c linkerd-proxy"),
                broken(
                        "a proxy that gets no identity, in a namespace with a network of its own",
                        pod().namespaceLabel("k8s.ovn.org/primary-user-defined-network", "shop")
                                .with(Meshed.container(
                                        "linkerd-proxy", false, 1_000_689_999, false, OptionalInt.empty(), "")),
                        Stage.PROXY_READY,
                        "label k8s.ovn.org/primary-user-defined-network",
                        "a namespace without this label"),
                broken(
                        "an application that ends",
                        pod().with(Meshed.container(
                                "app", false, 1_000_680_000, false, OptionalInt.of(2), "CrashLoopBackOff")),
                        Stage.READY,
                        "CrashLoopBackOff",
                        "-c app"));
    }

    @ParameterizedTest
    @FieldSource("BROKEN")
    void theFirstLinkThatIsWrongIsTheCause(Broken broken) {
        var chain = Chain.of(broken.pod().seen());

        var cause = chain.cause().orElseThrow();
        assertThat(cause.stage()).isEqualTo(broken.cause());
        assertThat(cause.answer().seen()).contains(broken.words());
        assertThat(cause.answer().remedy()).contains(broken.remedy());
        assertThat(chain.links())
                .filteredOn(link -> link.answer().state() == State.WRONG)
                .hasSize(1);
        assertThat(chain.links().stream()
                        .dropWhile(link -> link.stage() != broken.cause())
                        .skip(1))
                .allSatisfy(link -> assertThat(link.answer().state()).isEqualTo(State.NOT_REACHED));
    }

    /** What runs forever before its proxy, as what waits for a database, was taken for a proxy that is slow. */
    @Test
    void anInitContainerThatWaitsBeforeItsProxyIsNamed() {
        var waiting = Chain.of(pod().with(Meshed.container("wait", true, 1_000, false, OptionalInt.empty(), ""))
                        .with(Meshed.container("linkerd-proxy", false, 1_000_689_999, false, OptionalInt.empty(), ""))
                        .seen())
                .waiting();

        assertThat(waiting.orElseThrow().answer().words())
                .contains("init container wait has not ended", "linkerd-proxy");
    }

    /** It was no proxy's fault: with a proxy that is a sidecar, and ready, such a try is common in each rollout. */
    @Test
    void anInitContainerThatIsTriedAgainBesideAReadyProxyIsNoFault() {
        var chain = Chain.of(
                pod().with(Meshed.container("linkerd-proxy", true, 1_000_689_999, true, OptionalInt.empty(), ""))
                        .with(Meshed.again("wait-for-db", true, 1))
                        .seen());

        assertThat(chain.cause()).isEmpty();
    }

    /** The kubelet killed it by its liveness probe, it ended by SIGTERM with 0, and was taken for done. */
    @Test
    void whatEndedWellAndRunsAgainUnreadyIsNotRight() {
        var proxy = Chain.of(pod().with(Meshed.again("linkerd-proxy", false, 0)).seen());
        var app = Chain.of(pod().with(Meshed.again("app", false, 0)).seen());
        var crashed =
                Chain.of(pod().with(Meshed.again("linkerd-proxy", false, 1)).seen());

        assertThat(proxy.cause().orElseThrow().stage()).isEqualTo(Stage.PROXY_READY);
        assertThat(proxy.cause().orElseThrow().answer().words())
                .isEqualTo("linkerd-proxy ended with 0, was started again, and is not ready");
        assertThat(app.cause().orElseThrow().stage()).isEqualTo(Stage.READY);
        assertThat(crashed.cause().orElseThrow().answer().words()).contains("linkerd-proxy ended with 1");
    }

    /** After a new sandbox init containers run once more: what they ended with before says nothing. */
    @Test
    void whatRunsOnceMoreBeforeTheOthersIsWaitedFor() {
        var validator = Chain.of(
                pod().with(Meshed.again("linkerd-network-validator", true, 0)).seen());
        var init = Chain.of(pod().with(Meshed.again("wait", true, 0))
                .with(Meshed.container("linkerd-proxy", false, 1_000_689_999, false, OptionalInt.empty(), ""))
                .seen());

        assertThat(validator.cause()).isEmpty();
        assertThat(validator.waiting().orElseThrow().stage()).isEqualTo(Stage.REDIRECTED);
        assertThat(init.cause()).isEmpty();
        assertThat(init.waiting().orElseThrow().answer().words()).contains("init container wait has not ended");
    }

    /** Where the plugin is chained, or in scope Shared: it was called wrong to one who may see one namespace alone, for ever. */
    @ParameterizedTest
    @FieldSource("RIGHT_IN_SOME_MODE")
    void whereNoReleaseIsSeenNothingIsWrongThatSomeModeAllows(Meshed pod) {
        var chain = Chain.of(pod.seenWithoutRelease());

        assertThat(chain.cause()).isEmpty();
        assertThat(chain.links())
                .allSatisfy(link ->
                        assertThat(link.answer().state()).as(link.toString()).isIn(State.RIGHT, State.UNKNOWN))
                .anySatisfy(link ->
                        assertThat(link.answer().words()).contains("is not known, since no release is to be seen"));
    }

    static final List<Meshed> RIGHT_IN_SOME_MODE = List.of(
            unattached().namespace("linkerd.io/multus", "").attachment(new Sight.Absent<>()),
            unattached().annotation("linkerd.io/multus", "disabled").attachment(new Sight.Absent<>()),
            pod().annotation("k8s.v1.cni.cncf.io/networks", "default/linkerd-cni")
                    .attachment(new Sight.Absent<>()),
            unattached().attachment(new Sight.Seen<>(new AttachmentView("shop", "{", false))));

    /** What does not depend on the mode is as wrong as ever. */
    @Test
    void exitCode95IsTheCauseAlsoWhereNoReleaseIsSeen() {
        var chain = Chain.of(unattached()
                .with(Meshed.container("linkerd-network-validator", true, 65_534, false, OptionalInt.of(95), ""))
                .seenWithoutRelease());

        assertThat(chain.cause().orElseThrow().stage()).isEqualTo(Stage.REDIRECTED);
    }

    @Test
    void ofAMeshedPodEveryLinkIsRight() {
        assertThat(Chain.of(pod().seen()).links())
                .allSatisfy(link -> assertThat(link.answer().state())
                        .as(link.stage().name())
                        .isEqualTo(State.RIGHT));
    }

    @Test
    void whereThePluginIsChainedNoAttachmentIsMissed() {
        var chain = Chain.of(pod().namespace("linkerd.io/multus", "")
                .annotation("k8s.v1.cni.cncf.io/networks", "")
                .scope(AttachmentScope.NONE)
                .attachment(new Sight.Absent<>())
                .seen());

        assertThat(chain.cause()).isEmpty();
    }

    /** A user of one namespace sees no nodes: that is no reason to stop, and none to call anything wrong. */
    @Test
    void whatMayNotBeSeenIsSaidAndPassedOver() {
        var chain = Chain.of(pod().node(new Sight.Denied<>("get node node-1")).seen());

        assertThat(chain.cause()).isEmpty();
        assertThat(chain.link(Stage.NODE_HAS_PLUGIN).answer())
                .isEqualTo(Answer.unknown("this user has no right to get node node-1"));
    }

    @Test
    void whatIsAboutToComeTrueIsNotWrong() {
        var starts = pod().with(
                        Meshed.container("linkerd-network-validator", true, 65_534, false, OptionalInt.empty(), ""))
                .with(Meshed.container("app", false, 1_000_680_000, false, OptionalInt.empty(), ""));

        var chain = Chain.of(starts.seen());

        assertThat(chain.cause()).isEmpty();
        assertThat(chain.waiting().orElseThrow().stage()).isEqualTo(Stage.REDIRECTED);
    }

    /** Multus has none since 4.1, nor has our daemon: every healthy pod was called broken. */
    @Test
    void aPluginWithoutAnInterfaceNeedsNoEntryInTheNetworkStatus() {
        var chain = Chain.of(pod().annotation("k8s.v1.cni.cncf.io/network-status", "[{\"name\":\"cbr0\"}]")
                .seen());

        assertThat(chain.cause()).isEmpty();
        assertThat(chain.link(Stage.PLUGIN_RAN).answer().state()).isEqualTo(State.UNKNOWN);
    }

    /** Its namespace is annotated no more; what was attached when it was made stays so. */
    @Test
    void aPodThatWasAttachedStaysSo() {
        var chain = Chain.of(pod().namespace("linkerd.io/multus", "").seen());

        assertThat(chain.cause()).isEmpty();
        assertThat(chain.link(Stage.ATTACHMENT_ASKED_FOR).answer().state()).isEqualTo(State.WARNING);
    }

    /** A StatefulSet's next pod has the name of the one before, whose Event was taken for its own. */
    @Test
    void anEventOfThePodBeforeIsNoCause() {
        var event = new EventView(
                "Pod", "shop", "web-1", "another", "FailedCreatePodSandBox", "Unauthorized", Instant.EPOCH);

        var chain = Chain.of(pod().noSandbox("").only(event).seen());

        assertThat(chain.cause()).isEmpty();
        assertThat(chain.waiting().orElseThrow().stage()).isEqualTo(Stage.SANDBOX_MADE);
    }

    /** Identifiers and the whole configuration of Multus stood around the one sentence that tells. */
    @Test
    void ofAMessageOfMultusTheCauseAloneIsShown() {
        var id = "5405a407f58d77a01653fe425af7367c84ea2f245d0ed36b0b3b9911c380c574";
        var message =
                "(combined from similar events): Failed to create pod sandbox: rpc error: code = Unknown desc = failed to setup network for sandbox \""
                        + id
                        + "\": plugin type=\"multus-shim\" name=\"multus-cni-network\" failed (add): CmdAdd (shim): CNI request"
                        + " failed with status 400: 'ContainerID:\"" + id
                        + "\" Netns:\"/var/run/netns/cni-1\" IfName:\"eth0\""
                        + " Args:\"K8S_POD_NAMESPACE=shop;IgnoreUnknown=1\" Path:\"\" ERRORED: error configuring pod [shop/web-1]"
                        + " networking: getKubernetesDelegate: cannot find a network-attachment-definition (macvlan) in namespace"
                        + " (shop): not found\n': StdinData: {\"clusterNetwork\":\"/host/10-ovn-kubernetes.conf\"}";

        assertThat(Chain.of(pod().noSandbox(message).seen())
                        .cause()
                        .orElseThrow()
                        .answer()
                        .seen())
                .endsWith(
                        ": failed to setup network: plugin type=\"multus-shim\" name=\"multus-cni-network\" failed (add):"
                                + " CmdAdd (shim): CNI request failed with status 400: error configuring pod [shop/web-1] networking:"
                                + " getKubernetesDelegate: cannot find a network-attachment-definition (macvlan) in namespace (shop):"
                                + " not found");
    }

    /** Each user may write Events, and a pattern went through the blanks once for each blank. */
    @Test
    @Timeout(20)
    void anEventWithoutEndHoldsNothingUp() {
        var endless = pod().noSandbox(" ".repeat(1 << 20) + "[".repeat(1 << 20));

        assertThat(Chain.of(endless.seen()).cause().orElseThrow().answer().words())
                .contains("could not make its network");
        assertThat(Chain.of(pod().refused("provider \"".repeat(1 << 18)).seen()).cause())
                .isPresent();
    }

    /** Ten of them stood around the two that tell; where there are no others, one of them is to be had. */
    @Test
    void constraintsThatThePodMayNotUseAreNamedWhereThereAreNoOthers() {
        var forbidden = "provider \"anyuid\": Forbidden: not usable by user or serviceaccount";
        var told = "unable to validate against any security context constraint: [%s]";
        var range =
                "provider restricted-v2: .containers[0].runAsUser: Invalid value: 1000: must be in the ranges: [1, 2]";

        assertThat(letIn(told.formatted(forbidden + ", " + range + ", " + forbidden)))
                .endsWith(told.formatted(range));
        assertThat(letIn(told.formatted(forbidden))).endsWith(told.formatted(forbidden));
    }

    private static String letIn(String refusal) {
        return Chain.of(pod().refused(refusal).seen())
                .link(Stage.LET_IN)
                .answer()
                .seen();
    }

    private static Meshed unattached() {
        return pod().annotation("k8s.v1.cni.cncf.io/networks", "");
    }

    private static Meshed pod() {
        return new Meshed();
    }

    private static Broken broken(String name, Meshed pod, Stage cause, String words, String remedy) {
        return new Broken(name, pod, cause, words, remedy);
    }
}
