// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;

/**
 * The operator can do all that it is for with what its bundle lets it do, and with no less. {@code -Doperator.everyRule=true} takes away
 * each rule in turn, which takes ten minutes.
 */
class OperatorRightsIT extends Operated {
    private static final boolean EVERY_RULE = Boolean.getBoolean("operator.everyRule");
    /** What has not come by then is taken not to come: each rule costs that once. */
    private static final Duration NEVER = Duration.ofSeconds(12);

    private static final String BINDING =
            "/apis/rbac.authorization.k8s.io/v1/namespaces/linkerd/rolebindings/linkerd-multus-scc";
    private static final String POLICY_LEASE =
            "/apis/rbac.authorization.k8s.io/v1/namespaces/linkerd/rolebindings/linkerd-multus-policy-lease";
    private static final String NETWORK =
            "/api/v1/namespaces/linkerd-multus/configmaps/linkerd-multus-installer-network";
    private static final String POD = "/api/v1/namespaces/shop/pods/web-1";

    /** Something that people would miss. */
    private record Step(String what, Action action, Check check) {
        private interface Action {
            void run() throws IOException;
        }

        private interface Check {
            boolean holds() throws IOException;
        }
    }

    /** By requests of the account itself, and not by a look at the rules. */
    @Test
    void itReadsNoSecretOfAnybodyElse() throws Exception {
        cluster.apply("/api/v1/namespaces/shop", "{apiVersion: v1, kind: Namespace}");
        for (var namespace : List.of("shop", "kube-system", OperatorCluster.NAMESPACE)) {
            for (var name : List.of("theirs", "linkerd-multus-webhook-ca")) {
                cluster.apply(
                        "/api/v1/namespaces/%s/secrets/%s".formatted(namespace, name),
                        "{apiVersion: v1, kind: Secret, stringData: {key: secret}}");
            }
        }

        assertThat(get(OperatorCluster.NAMESPACE, "linkerd-multus-webhook-ca"))
                .as("what it gives to the webhook")
                .isEmpty();
        assertThat(get(OperatorCluster.NAMESPACE, "theirs")).contains("Forbidden");
        assertThat(get(OperatorCluster.NAMESPACE, "")).contains("Forbidden");
        for (var namespace : List.of("shop", "kube-system")) {
            assertThat(get(namespace, "theirs")).contains("Forbidden");
            assertThat(get(namespace, "linkerd-multus-webhook-ca")).contains("Forbidden");
            assertThat(get(namespace, "")).contains("Forbidden");
        }
        assertThat(cluster.attemptAsOperator("get", "secrets", "--all-namespaces")
                        .errors())
                .contains("Forbidden");
    }

    /** {@return what the API server says against it; empty where it gives it} */
    private String get(String namespace, String name) throws Exception {
        var arguments = new ArrayList<>(List.of("get", "secrets", "--namespace=" + namespace));
        if (!name.isEmpty()) {
            arguments.add(name);
        }
        return cluster.attemptAsOperator(arguments.toArray(String[]::new)).errors();
    }

    @Test
    void theBundlesRightsAreEnough() throws Exception {
        assertThat(firstThatFails(BundleRights.all(), SOON)).isEmpty();
    }

    @Test
    void noneOfThemIsTooMany() throws Exception {
        var rights = BundleRights.all();
        var rules = rights.rules();
        var tried = EVERY_RULE ? IntStream.range(0, rules.size()).toArray() : new int[] {rules.size() - 1};
        var needless = new ArrayList<JsonNode>();
        for (var number : tried) {
            if (firstThatFails(rights.without(number), NEVER).isEmpty()) {
                needless.add(rules.get(number));
            }
        }
        assertThat(needless).isEmpty();
    }

    private Optional<String> firstThatFails(BundleRights rights, Duration patience) throws Exception {
        var there = firstThatFails(rights, patience, true);
        return there.isPresent() ? there : firstThatFails(rights, patience, false);
    }

    private Optional<String> firstThatFails(BundleRights rights, Duration patience, boolean openShift)
            throws Exception {
        cluster.allow(rights);
        if (openShift) {
            Surroundings.openShift(cluster);
        }
        Surroundings.attachments(cluster);
        cluster.apply("/api/v1/namespaces/linkerd", "{apiVersion: v1, kind: Namespace}");
        cluster.apply("/api/v1/namespaces/shop", SHOP);
        cluster.start("1");
        try {
            return firstThatFails(patience, openShift);
        } finally {
            cluster.clear("a look at the rights" + (openShift ? " on OpenShift" : ""));
        }
    }

    private Optional<String> firstThatFails(Duration patience, boolean openShift) throws Exception {
        for (var step : steps(openShift)) {
            step.action().run();
            try {
                await(step.what())
                        .pollInterval(Duration.ofMillis(50))
                        .atMost(patience)
                        .until(step.check()::holds);
            } catch (ConditionTimeoutException _) {
                return Optional.of(step.what() + ": " + cluster.condition("Degraded"));
            }
        }
        return Optional.empty();
    }

    private List<Step> steps(boolean openShift) {
        return List.of(
                new Step(
                        "makes the installer",
                        () -> cluster.ask(openShift ? "{mode: auxiliary}" : "{mode: nad}"),
                        () -> cluster.find(OperatorCluster.DAEMON_SET).isPresent()),
                new Step(
                        "makes the webhook",
                        cluster::rollOutInstaller,
                        () -> cluster.find(OperatorCluster.DEPLOYMENT).isPresent()),
                new Step(
                        "has it asked, and says so",
                        cluster::rollOutWebhook,
                        () -> cluster.find(OperatorCluster.ADMISSION).isPresent()
                                && cluster.find(OperatorCluster.CONFIG_VALIDATION)
                                        .isPresent()
                                && cluster.condition("Progressing").startsWith("False AsAsked")
                                // Where OpenShift's own webhook does not judge attachments, ours does.
                                && (openShift
                                        || cluster.find(OperatorCluster.VALIDATION)
                                                .isPresent())),
                new Step(
                        "attaches",
                        () -> {},
                        () -> cluster.find(ATTACHMENT.formatted("shop")).isPresent()),
                new Step(
                        "binds",
                        () -> {},
                        () -> !openShift || cluster.find(BINDING).isPresent()),
                // The binding is made after its Role, and the API server lets nobody give what he does not have.
                new Step(
                        "lets Linkerd's policy controller make its Lease",
                        () -> {},
                        () -> !openShift || cluster.find(POLICY_LEASE).isPresent()),
                new Step(
                        "repairs",
                        () -> Surroundings.brokenPod(cluster, POD),
                        () -> cluster.find(POD).isEmpty()),
                new Step(
                        "prunes",
                        () -> {
                            cluster.ask("{mode: nad}");
                            cluster.rollOutInstaller();
                        },
                        () -> {
                            cluster.rollOutInstaller();
                            return cluster.find(NETWORK).isEmpty();
                        }),
                new Step(
                        "detaches",
                        () -> cluster.edit(
                                "/api/v1/namespaces/shop",
                                "{\"metadata\": {\"annotations\": {\"linkerd.io/multus\": null}}}"),
                        () -> cluster.find(ATTACHMENT.formatted("shop")).isEmpty()),
                new Step(
                        "goes",
                        () -> cluster.delete(OperatorCluster.MULTUS),
                        () -> cluster.find(OperatorCluster.MULTUS).isEmpty()));
    }
}
