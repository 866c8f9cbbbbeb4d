// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.operator;

import static io.linkerd.multus.acceptance.operator.OperatorCluster.ADMISSION;
import static io.linkerd.multus.acceptance.operator.OperatorCluster.DAEMON_SET;
import static io.linkerd.multus.acceptance.operator.OperatorCluster.DEPLOYMENT;
import static io.linkerd.multus.acceptance.operator.OperatorCluster.MULTUS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;

/**
 * An operator on a real API server, and what is waited for there. The API server is the class's; what a test made in it is gone before the
 * next one.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class Operated {
    static final Duration SOON = Duration.ofMinutes(1);
    static final String SHOP =
            "{apiVersion: v1, kind: Namespace, metadata: {annotations: {linkerd.io/multus: enabled}}}";
    static final String ATTACHMENT =
            "/apis/k8s.cni.cncf.io/v1/namespaces/%s/network-attachment-definitions/linkerd-cni";

    OperatorCluster cluster;

    @BeforeAll
    void startApiServer() throws Exception {
        cluster = new OperatorCluster(getClass().getSimpleName());
    }

    @AfterEach
    void clear(TestInfo test) throws IOException {
        cluster.clear(test.getDisplayName());
    }

    @AfterAll
    void stopApiServer() throws IOException {
        cluster.close();
    }

    void bringUp(String spec) throws IOException {
        cluster.ask(spec);
        awaitThere(DAEMON_SET);
        cluster.rollOutInstaller();
        awaitThere(DEPLOYMENT);
        cluster.rollOutWebhook();
        awaitCondition("Progressing", "False AsAsked");
    }

    void awaitThere(String path) {
        until(path, () -> cluster.find(path).isPresent());
    }

    void awaitGone(String path) {
        until(path + " is gone", () -> cluster.find(path).isEmpty());
    }

    void until(String what, Callable<Boolean> condition) {
        explained(() ->
                await(what).pollInterval(Duration.ofMillis(50)).atMost(SOON).until(condition));
    }

    void awaitCondition(String type, String says) {
        explained(() -> await(type)
                .atMost(SOON)
                .untilAsserted(() -> assertThat(cluster.condition(type)).startsWith(says)));
    }

    private void explained(Runnable wait) {
        try {
            wait.run();
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(e.getMessage() + "\nThe operator's last words:\n" + cluster.lastWords(), e);
        }
    }

    JsonNode found(String path) {
        try {
            return cluster.find(path).orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * {@return what changes when another client writes the object, or any client one of these of its operand} The operator itself writes the
     * object's status at any time: what it knows of the webhook comes after all else.
     */
    List<String> versions() {
        var object = found(MULTUS);
        return Stream.concat(
                        Stream.of(
                                object.path("spec").toString(), writers(object).toString()),
                        Stream.of(
                                        DAEMON_SET,
                                        DEPLOYMENT,
                                        ADMISSION,
                                        "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/linkerd-multus-webhook")
                                .map(path -> path + " " + found(path).at("/metadata/resourceVersion")))
                .toList();
    }

    private static Set<String> writers(JsonNode object) {
        return object.at("/metadata/managedFields")
                .valueStream()
                .map(fields -> fields.path("manager").asText())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** {@return messages of the Events with that reason in the namespace} */
    List<String> events(String namespace, String reason) {
        return found("/api/v1/namespaces/" + namespace + "/events")
                .path("items")
                .valueStream()
                .filter(event -> event.path("reason").asText().equals(reason))
                .map(event -> event.path("message").asText())
                .toList();
    }
}
