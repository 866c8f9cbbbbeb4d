// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.service.kube.ListReader;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectReaderTest {
    private static final String WEB = """
            {"metadata": {"namespace": "shop", "name": "web", "uid": "u", "resourceVersion": "7", %s},
             "spec": {"containers": [{"name": "app", "image": "app:1"}]}}""";

    private final ObjectReader<Pod> reader =
            new ObjectReader<>(new KubernetesSerialization(), Pod.class, name -> name.equals("kept"));

    @Test
    void readsTheObjectsOfAList() throws Exception {
        var found = list(WEB.formatted("\"labels\": {\"a\": \"b\"}") + "," + WEB.formatted("\"generation\": 2"));

        assertThat(found).hasSize(2).allSatisfy(pod -> {
            assertThat(pod.head().version()).isEqualTo("7");
            assertThat(pod.object()
                            .orElseThrow()
                            .getSpec()
                            .getContainers()
                            .getFirst()
                            .getImage())
                    .isEqualTo("app:1");
        });
        assertThat(found.getFirst().object().orElseThrow().getMetadata().getLabels())
                .containsEntry("a", "b");
    }

    /** Of a pod with any amount no more was known than which it is: the client reads amounts and ports by a way of their own. */
    @Test
    void readsAPodWithAmountsAndPortsAsTheClientDoes() throws Exception {
        var pod = """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "shop", "name": "web"},
                 "spec": {"overhead": {"cpu": "10m"},
                  "volumes": [{"name": "tmp", "emptyDir": {"medium": "Memory", "sizeLimit": "1Gi"}}],
                  "initContainers": [{"name": "linkerd-network-validator",
                   "resources": {"limits": {"memory": "50Mi"}, "requests": {"cpu": "10m", "memory": "20Mi"}}}],
                  "containers": [{"name": "app", "image": "app:1", "resources": {"limits": {"cpu": 2}},
                   "env": [{"name": "CPU", "valueFrom": {"resourceFieldRef": {"resource": "limits.cpu", "divisor": "1m"}}}],
                   "livenessProbe": {"httpGet": {"port": 8080}}, "readinessProbe": {"tcpSocket": {"port": "http"}}}]},
                 "status": {"startTime": "2026-01-01T00:00:00Z", "containerStatuses": [{"name": "app", "ready": true,
                  "resources": {"limits": {"cpu": "2"}}, "state": {"running": {"startedAt": "2026-01-01T00:00:01Z"}}}]}}""";

        assertThat(list(pod).getFirst().object()).contains(new KubernetesSerialization().unmarshal(pod, Pod.class));
    }

    @Test
    void skipsManagedFieldsAndAnnotationsThatNobodyReads() throws Exception {
        var pod = list(WEB.formatted("\"annotations\": {\"note\": \"" + "x".repeat(250_000) + "\", \"kept\": \"y\"}, "
                        + "\"managedFields\": [{\"fieldsV1\": {\"f:" + "z".repeat(1_000_000) + "\": {}}}]"))
                .getFirst();

        var metadata = pod.object().orElseThrow().getMetadata();
        assertThat(metadata.getAnnotations()).containsOnlyKeys("kept");
        assertThat(metadata.getManagedFields()).isEmpty();
    }

    /** What a namespace's owner can write: none of it may keep the next object from being read. */
    @ParameterizedTest
    @CsvSource({"long label", "long key", "many labels", "deep", "wrong type"})
    void ofOneThatIsTooLargeOrNotOfItsKindItIsKnownWhichItIs(String kind) throws Exception {
        var large = switch (kind) {
            case "long label" -> "\"labels\": {\"a\": \"" + "x".repeat(1_500_000) + "\"}";
            case "long key" -> "\"labels\": {\"" + "x".repeat(1_500_000) + "\": \"\"}";
            case "many labels" -> "\"labels\": {\"a\": \"b\"" + ",\"c\": \"\"".repeat(20_000) + "}";
            case "deep" -> "\"labels\": " + "{\"a\":".repeat(3_000) + "1" + "}".repeat(3_000);
            default -> "\"ownerReferences\": \"none\"";
        };
        var found = list(WEB.formatted(large + ", \"deletionTimestamp\": \"2026-01-01T00:00:00Z\"") + ","
                + WEB.formatted("\"generation\": 2"));

        assertThat(found).hasSize(2);
        assertThat(found.getFirst().object()).isEmpty();
        assertThat(found.getFirst().head().name()).isEqualTo("web");
        assertThat(found.getFirst().head().leaving()).isTrue();
        assertThat(found.getLast().object()).isPresent();
    }

    @Test
    void readsEvents() throws Exception {
        var told = told("{\"type\": \"MODIFIED\", \"object\": " + WEB.formatted("\"generation\": 2") + "}");

        assertThat(told.type()).isEqualTo("MODIFIED");
        assertThat(told.version()).isEqualTo("7");
        assertThat(told.object().object()).isPresent();
    }

    @Test
    void aBookmarkHasAVersionAndAnErrorIsNoObject() throws Exception {
        assertThat(told("{\"type\":\"BOOKMARK\",\"object\":{\"metadata\":{\"resourceVersion\":\"9\"}}}")
                        .version())
                .isEqualTo("9");
        assertThat(told("{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"status\":\"Failure\",\"code\":410}}")
                        .object()
                        .object())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<html>",
                "[]",
                "",
                "{\"items\": [1]}",
                "{\"items\": [{\"metadata\": {}}",
                "{\"metadata\": {\"continue\": \"more\"}, \"items\": []}",
                "{\"items\": []} {}"
            })
    void whatIsNoWholeListIsMalformed(String text) {
        assertThatThrownBy(() -> reader.objects(stream(text), _ -> {})).isInstanceOf(MalformedJson.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>", "{}", "{\"type\": \"ADDED\"}", "{\"type\": \"ADDED\", \"object\": []}"})
    void whatIsNoEventIsMalformed(String text) {
        assertThatThrownBy(() -> told(text)).isInstanceOf(MalformedJson.class);
    }

    private List<BoundedObject<Pod>> list(String items) throws Exception {
        var found = new ArrayList<BoundedObject<Pod>>();
        var version = reader.objects(
                stream("{\"kind\": \"PodList\", \"metadata\": {\"resourceVersion\": \"12\"}, \"items\": [" + items
                        + "]}"),
                found::add);
        assertThat(version).isEqualTo("12");
        return found;
    }

    private ListReader.Told<BoundedObject<Pod>> told(String event) throws Exception {
        return reader.told(stream(event));
    }

    private static ByteArrayInputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
