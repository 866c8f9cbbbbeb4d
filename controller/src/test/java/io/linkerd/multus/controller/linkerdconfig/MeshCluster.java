// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import static io.linkerd.multus.values.HelmValues.HELM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.controller.linkerdconfig.plan.WrittenText;
import java.util.List;
import java.util.Optional;

/** A cluster with Linkerd's ConfigMap, which Helm keeps, and the kind LinkerdConfig. */
final class MeshCluster implements AutoCloseable {
    static final String MAP = "/api/v1/namespaces/linkerd/configmaps/linkerd-config";

    private final FakeCluster cluster = new FakeCluster();

    MeshCluster() {
        cluster.namespace("default", "");
        cluster.api()
                .put(
                        MAP,
                        "{metadata: {annotations: {'meta.helm.sh/release-name': 'linkerd'}}, data: {values: "
                                + json(HELM) + "}}");
    }

    FakeCluster cluster() {
        return cluster;
    }

    /** Has the cluster know the kind. */
    void define() {
        cluster.api().define("config.linkerd.io/v1alpha1", "linkerdconfigs", "LinkerdConfig", false);
        cluster.api().define("apps/v1", "statefulsets", "StatefulSet", true);
        cluster.api().define("policy/v1", "poddisruptionbudgets", "PodDisruptionBudget", true);
    }

    static String path(String name) {
        return "/apis/config.linkerd.io/v1alpha1/linkerdconfigs/" + name;
    }

    void config(String name, String spec) {
        cluster.api().put(path(name), "{spec: " + spec + "}");
    }

    /** Another writer's text. */
    void write(String text) {
        cluster.api().edit(MAP, "{data: {values: " + json(text) + "}}");
    }

    private static String json(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }

    /** Has Linkerd's injectors answer dry runs by the text that there is; by one with that in it they deny every pod and Service. */
    void inject(String denied) {
        cluster.api().admitDryRuns(object -> {
            var text = text();
            if (text.contains(denied)) {
                return Optional.empty();
            }
            object.withObject("/spec")
                    .withArray("containers")
                    .addObject()
                    .put("name", "linkerd-proxy")
                    .put("image", "by-" + WrittenText.digest(text));
            return Optional.of(object);
        });
    }

    /** {@return the message of a condition} */
    String message(String name, String type) {
        return status(name)
                .path("conditions")
                .valueStream()
                .filter(condition -> condition.path("type").asText().equals(type))
                .map(condition -> condition.path("message").asText())
                .findFirst()
                .orElse("");
    }

    /** Has the controller look, and waits until it has. */
    void look() {
        double before = looks();
        cluster.api().edit(MAP, "{metadata: {labels: {look: '" + cluster.api().version() + "'}}}");
        await("looked").atMost(FakeCluster.SOON).until(() -> looks() > before);
    }

    /** One after which another is due by itself counts as well. */
    private double looks() {
        return reconciles("settled") + reconciles("look-again");
    }

    /** {@return how many reconciles of the LinkerdConfig failed} */
    double failures() {
        return reconciles("failed");
    }

    private double reconciles(String result) {
        return cluster
                .meters()
                .find("linkerd_multus_controller_reconciles")
                .tag("kind", "linkerdconfig")
                .tag("result", result)
                .counters()
                .stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    String text() {
        return map().at("/data/values").asText();
    }

    JsonNode map() {
        return cluster.api().get(MAP).orElseThrow();
    }

    JsonNode status(String name) {
        return cluster.api().get(path(name)).orElseThrow().path("status");
    }

    /** {@return status and reason of a condition} */
    String condition(String name, String type) {
        return status(name)
                .path("conditions")
                .valueStream()
                .filter(condition -> condition.path("type").asText().equals(type))
                .map(condition -> condition.path("status").asText() + " "
                        + condition.path("reason").asText())
                .findFirst()
                .orElse("");
    }

    void awaitCondition(String name, String type, String says) {
        await(type + " of " + name)
                .atMost(FakeCluster.SOON)
                .untilAsserted(() -> assertThat(condition(name, type))
                        .as(() -> status(name).toPrettyString() + cluster.writes())
                        .isEqualTo(says));
    }

    /** {@return whether a field of Linkerd's ConfigMap is ours} */
    boolean owns() {
        return map().at("/metadata/managedFields")
                .valueStream()
                .anyMatch(entry -> entry.path("manager").asText().startsWith(LinkerdMultus.CONTROLLER_FIELD_MANAGER));
    }

    /** {@return writes to Linkerd's ConfigMap and to LinkerdConfigs} */
    List<String> writes() {
        return cluster.writes().stream()
                .filter(write -> write.contains("configmaps") || write.contains("linkerdconfigs"))
                .toList();
    }

    @Override
    public void close() {
        cluster.close();
    }
}
