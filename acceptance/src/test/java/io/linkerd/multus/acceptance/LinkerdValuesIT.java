// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.acceptance.LinkerdRelease.By;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Linkerd's values, which Helm owns and its injector reads, and a LinkerdConfig that says what has to hold. */
@WithMesh(cluster = 2)
class LinkerdValuesIT extends Followed {
    private static final String HELMS = "  logLevel: warn,linkerd=info,hickory=error\n";
    private static final String OURS = "  logLevel: \"warn,linkerd=debug\"\n";
    private static final String SECRET = "hidden-from-all";
    private static final String OBSERVE =
            "{values: {proxy: {logLevel: 'warn,linkerd=debug', additionalEnv: [{name: TOKEN, value: " + SECRET
                    + "}]}}}";
    private static final String ENFORCE = "{mode: Enforce, values: {proxy: {logLevel: 'warn,linkerd=debug'}}}";
    /** What is seen by a watch. */
    private static final Duration SECONDS = Duration.ofSeconds(15);

    private final String namespace;

    LinkerdValuesIT(Mesh mesh, @TempDir Path folder) throws Exception {
        super(mesh, folder);
        this.namespace = mesh.unique("by-values");
    }

    @BeforeEach
    void install() throws Exception {
        linkerd.upgrade(By.HELM_4, Map.of());
        config.define();
    }

    @Override
    @AfterEach
    void leaveNothing() throws Exception {
        super.leaveNothing();
        mesh.until("pods are taken", () -> DryPod.of(mesh, "default").isTaken());
    }

    @Test
    void driftIsToldToAPersonAndNothingIsWritten() throws Exception {
        var before = linkerd.config();
        config.apply(OBSERVE);

        assertThat(config.await("InStep", "False Differs"))
                .contains(
                        "proxy.logLevel",
                        "warn,linkerd=debug",
                        "warn,linkerd=info,hickory=error",
                        "proxy.additionalEnv");
        config.await("InjectionBroken", "False Injects");
        config.await("Enforced", "False Observing");
        assertThat(config.row()).containsPattern("^mesh +Observe +False +2 .* Differs ");
        mesh.untilHas(
                "an Event tells both values",
                () -> config.events("LinkerdValuesDiffer"),
                notes -> notes.stream().anyMatch(note -> note.contains("warn,linkerd=debug")));
        assertThat(config.status().toString() + config.events("LinkerdValuesDiffer"))
                .doesNotContain(SECRET);
        assertThat(linkerd.config()).isEqualTo(before);
    }

    /** It was written, and the traffic of each new pod went to a port at which nothing listens. */
    @Test
    void aPortThatLinkerdsCniPluginDoesNotHaveIsNotWritten() throws Exception {
        var before = linkerd.text();
        config.apply("{mode: Enforce, values: {proxy: {ports: {inbound: 5143}}}}");

        assertThat(config.await("Enforced", "False NeedsCniConfig"))
                .contains("proxy.ports.inbound", "5143", "4143 as incoming-proxy-port");
        mesh.untilHas(
                "an Event tells both values",
                () -> config.events("LinkerdConfigNotEnforced"),
                notes -> notes.stream().anyMatch(note -> note.contains("5143") && note.contains("4143")));
        assertThat(linkerd.text()).isEqualTo(before);
    }

    @Test
    void whatCannotHoldIsRefusedByTheWebhook() {
        mesh.until(
                "the webhook is called",
                () -> refusal("{values: {proxy: {logLevel: 'loud=louder'}}}").contains("spec.values.proxy.logLevel"));
    }

    private String refusal(String spec) throws Exception {
        try {
            config.apply(spec);
            return "";
        } catch (IOException refused) {
            return String.valueOf(refused.getMessage());
        }
    }

    @Test
    void enforcedValuesReachNewPodsAndNothingElseIsTouched() throws Exception {
        var before = linkerd.text();
        assertThat(before).contains(HELMS);
        config.apply(ENFORCE);

        config.await("Enforced", "True InPlace");
        assertThat(linkerd.text()).isEqualTo(before.replace(HELMS, OURS));
        mesh.until("no field is ours", () -> !linkerd.hasOurFields());
        assertThat(linkerd.config().at("/metadata/ownerReferences").isMissingNode())
                .isTrue();
        assertThat(config.row()).containsPattern("^mesh +Enforce +True +0 .* AsWanted ");

        mesh.standins().refreshInjector();
        mesh.namespace(namespace, Mesh.OPTED_IN);
        mesh.untilHas(
                "new pods have it",
                () -> DryPod.of(mesh, namespace).proxyVariable("LINKERD2_PROXY_LOG"),
                log -> log.startsWith("warn,linkerd=debug,"));
        assertThat(mesh.redirects(mesh.deploy(namespace, "web", 1, Map.of()).getFirst()))
                .isTrue();

        config.deleteAll();
        assertThat(linkerd.text()).as("without the LinkerdConfig").isEqualTo(before.replace(HELMS, OURS));
    }

    @Test
    void aTextOfAnotherToolThatDeniesEveryPodIsToldWithinSeconds() throws Exception {
        config.apply(OBSERVE);
        config.await("InjectionBroken", "False Injects");
        var before = linkerd.text();

        linkerd.write("another-tool", before.replace("  uid: 2102\n", "  uid: \"2102\"\n"));

        mesh.until("it is told", () -> config.condition("InjectionBroken").startsWith("True PodsDenied: "), SECONDS);
        long line = before.substring(0, before.indexOf("  uid: 2102\n")).lines().count() + 1;
        assertThat(config.await("InjectionBroken", "True PodsDenied")).contains("line " + line + ": proxy.uid");
        assertThat(config.row()).contains("InjectionBroken");
        mesh.until("as an Event", () -> !config.events("InjectionBroken").isEmpty());
        mesh.standins().refreshInjector();
        mesh.untilHas(
                "and it is true",
                () -> DryPod.of(mesh, "default").refusal(),
                errors -> errors.contains("denied the request") && errors.contains("int64"));

        linkerd.write("another-tool", before);
        config.await("InjectionBroken", "False Injects");
    }

    @Test
    void aNewVersionAndAReplacedTrustRootShowInADryRunAndInNewPods() throws Exception {
        linkerd.loadProxy("2");
        mesh.namespace(namespace, Mesh.OPTED_IN);
        mesh.standins().refreshInjector();
        var root = linkerd.trustAnchors();
        mesh.untilHas("pods have the trust root", () -> DryPod.of(mesh, namespace), pod -> pod.trusts(root));

        linkerd.replaceTrustRoot();
        linkerd.upgrade(By.HELM_4, Map.of("proxy.image.version", "2"));
        mesh.standins().refreshInjector();

        var next = linkerd.trustAnchors();
        mesh.untilHas("pods have the next one", () -> DryPod.of(mesh, namespace), pod -> pod.trusts(next));
        mesh.untilHas(
                "and the next version",
                () -> DryPod.of(mesh, namespace).proxyImage(),
                (LinkerdRelease.IMAGE + "2")::equals);
        assertThat(mesh.redirects(mesh.deploy(namespace, "web", 1, Map.of()).getFirst()))
                .isTrue();
        var pod = mesh.objects().labelled("pods", namespace, "app=web").getFirst();
        assertThat(pod.at("/metadata/annotations/linkerd.io~1proxy-version").asText())
                .isEqualTo("2");
    }
}
