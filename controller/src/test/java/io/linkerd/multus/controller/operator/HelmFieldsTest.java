// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HelmFieldsTest {
    private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String OURS = "linkerd-multus-controller-linkerd-multus-operator";
    private static final String RECORD = "'f:meta.helm.sh/release-name': {}, 'f:meta.helm.sh/release-namespace': {}";

    private static final String ASKED = """
            {apiVersion: apps/v1, kind: Deployment, metadata: {name: a, namespace: b, labels: {x: y}}, spec: {replicas: 2, template: {spec: {
            containers: [{name: webhook, image: i, env: [{name: A, value: '1'}], ports: [{containerPort: 8080}]}],
            volumes: [{name: tmp, emptyDir: {}}]}}}}
            """;

    private static GenericKubernetesResource object(String yaml) {
        return SERIALIZATION.unmarshal("---\n" + yaml, GenericKubernetesResource.class);
    }

    /** As it was there, with what each manager owns. */
    private static HelmFields there(String... managers) {
        return HelmFields.of(object("""
                {apiVersion: apps/v1, kind: Deployment, metadata: {name: a, namespace: b, labels: {x: y}, annotations: {
                cert-manager.io/inject-ca-from: b/c, meta.helm.sh/release-name: linkerd-multus, meta.helm.sh/release-namespace: b},
                managedFields: [%s]}, spec: {replicas: 3, revisionHistoryLimit: 10, template: {spec: {dnsPolicy: ClusterFirst, affinity:
                {nodeAffinity: {}}, hostAliases: [{ip: '10.0.0.1'}], containers: [{name: webhook, image: i,
                terminationMessagePolicy: FallbackToLogsOnError, env: [{name: A, value: '2'}, {name: B, value: '1'}],
                ports: [{containerPort: 8080, protocol: TCP}]}],
                volumes: [{name: tmp, emptyDir: {}}, {name: certificate, secret: {secretName: s, defaultMode: 420}}]}}}}
                """.formatted(String.join(", ", managers))));
    }

    private static String manager(String name, String operation, String fields) {
        return "{manager: %s, operation: %s, apiVersion: apps/v1, time: '2026-01-01T00:00:00Z', fieldsType: FieldsV1, fieldsV1: %s}"
                .formatted(name, operation, fields);
    }

    private static String helm(String name, String operation) {
        return manager(name, operation, """
                {'f:metadata': {'f:annotations': {'.': {}, 'f:cert-manager.io/inject-ca-from': {}, %s}, 'f:labels': {'f:x': {}}},
                'f:spec': {'f:replicas': {}, 'f:revisionHistoryLimit': {}, 'f:template': {'f:spec': {'f:dnsPolicy': {}, 'f:affinity':
                {'f:nodeAffinity': {}}, 'f:gone': {}, 'f:containers': {'k:{"name":"webhook"}': {'.': {}, 'f:name': {}, 'f:image': {},
                'f:terminationMessagePolicy': {}, 'f:env': {'k:{"name":"A"}': {'.': {}, 'f:name': {}, 'f:value': {}}, 'k:{"name":"B"}':
                {'.': {}, 'f:name': {}, 'f:value': {}}}, 'f:ports': {'k:{"containerPort":8080,"protocol":"TCP"}': {'.': {},
                'f:containerPort': {}, 'f:protocol': {}}}}}, 'f:volumes': {'k:{"name":"certificate"}': {'.': {}, 'f:name': {}}}}}}}
                """.formatted(RECORD));
    }

    /** Helm 3 updates, Helm 4 applies, and Flux and others call themselves otherwise. What the API server puts in itself is nobody's wish. */
    @ParameterizedTest
    @ValueSource(strings = {"helm/Update", "helm/Apply", "helm-controller/Apply", "Terraform/Update"})
    void tellsWhatTheReleaseSaysAndTheSpecCannot(String manager) {
        var named = manager.split("/", -1);

        assertThat(there(helm(named[0], named[1])).unsaid(object(ASKED), Optional.of(object(ASKED))))
                .containsExactly(
                        "metadata.annotations['cert-manager.io/inject-ca-from']",
                        "spec.replicas (would be 2)",
                        "spec.template.spec.affinity",
                        "spec.template.spec.containers[name=webhook].env[name=A].value (would be 1)",
                        "spec.template.spec.containers[name=webhook].env[name=B]",
                        "spec.template.spec.containers[name=webhook].terminationMessagePolicy",
                        "spec.template.spec.volumes[name=certificate]");
    }

    /** cniBinDir of a release, and its log level, were changed without a word; the one that the spec asks for is nobody's surprise. */
    @Test
    void aValueThatTheSpecAsksForIsNotListedAndAnotherOneIs() {
        var usual = object(ASKED.replace("replicas: 2", "replicas: 5"));

        assertThat(there(helm("helm", "Update")).unsaid(object(ASKED), Optional.of(usual)))
                .contains("spec.template.spec.containers[name=webhook].env[name=A].value (would be 1)")
                .noneMatch(field -> field.startsWith("spec.replicas"));
        assertThat(there(helm("helm", "Update")).unsaid(object(ASKED), Optional.empty()))
                .as("an object that only this spec asks for")
                .noneMatch(field -> field.contains("would be"));
    }

    /** An operand names the platform that the operator found out; no release of the chart's defaults was ever taken over. */
    @ParameterizedTest
    @CsvSource({"auto, kubernetes, 0", "auto, openshift, 0", "kubernetes, kubernetes, 0", "gke, kubernetes, 1"})
    void aPlatformIsListedWhereTheReleaseNamesAnother(String said, String foundOut, int listed) {
        var daemonSet = """
                {apiVersion: apps/v1, kind: DaemonSet, metadata: {name: a, namespace: b%s}, spec: {template: {spec: {containers:
                [{name: installer, env: [{name: LINKERD_MULTUS_PLATFORM, value: %s}]}]}}}}
                """;
        var helms = manager("helm", "Apply", """
                {'f:spec': {'f:template': {'f:spec': {'f:containers': {'k:{"name":"installer"}': {'f:env':
                {'k:{"name":"LINKERD_MULTUS_PLATFORM"}': {'.': {}, 'f:name': {}, 'f:value': {}}}}}}}}}
                """);
        var asked = object(daemonSet.formatted("", foundOut));

        assertThat(HelmFields.of(object(daemonSet.formatted(", managedFields: [" + helms + "]", said)))
                        .unsaid(asked, Optional.of(asked)))
                .hasSize(listed);
    }

    /** A person's kubectl annotate and what was there before managers were known lost everything else they owned, too. */
    @ParameterizedTest
    @ValueSource(strings = {"kubectl-annotate", "kubectl", "before-first-apply", "ancient-changes"})
    void whoPutARecordThereByHandIsNotHelm(String manager) {
        assertThat(there(helm(manager, "Update")).handedTo(OURS)).isEmpty();
        assertThat(there(helm(manager, "Update")).unsaid(object(ASKED), Optional.of(object(ASKED))))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"helm", "helm-controller", "terraform-provider-helm_v2.17.0_x5"})
    void aProgramThatInstallsReleasesIsHelmWithoutTheRecord(String manager) {
        assertThat(there(manager(manager, "Apply", "{'f:spec': {'f:template': {'f:spec': {'f:hostAliases': {}}}}}"))
                        .unsaid(object(ASKED), Optional.of(object(ASKED))))
                .containsExactly("spec.template.spec.hostAliases");
    }

    @Test
    void whatOtherClientsOwnStays() {
        var edit = manager("kubectl-edit", "Update", "{'f:spec': {'f:template': {'f:spec': {'f:hostAliases': {}}}}}");
        var server =
                "{manager: helm, operation: Update, subresource: status, apiVersion: apps/v1, fieldsType: FieldsV1, fieldsV1:"
                        + " {'f:status': {'f:replicas': {}}}}";

        assertThat(there(edit).unsaid(object(ASKED), Optional.of(object(ASKED))))
                .isEmpty();
        assertThat(there(edit).handedTo(OURS)).isEmpty();
        assertThat(there().handedTo(OURS)).isEmpty();
        assertThat(there(helm("helm", "Update"), edit, server).handedTo(OURS).orElseThrow())
                .extracting(entry -> entry.getManager() + " " + entry.getOperation() + " " + entry.getSubresource())
                .containsExactly(OURS + " Apply null", "kubectl-edit Update null", "helm Update status");
    }

    /** The API server has one entry of a manager, an operation and a version. */
    @Test
    void whatIsHandedOverIsAddedToWhatIsOursAlready() {
        var ours = manager(
                OURS,
                "Apply",
                "{'f:spec': {'f:strategy': {}, 'f:template': {'f:spec': {'f:volumes': {'k:{\"name\":\"tmp\"}':"
                        + " {'.': {}}}}}}}");

        var handed = there(ours, helm("helm", "Apply")).handedTo(OURS).orElseThrow();

        assertThat(handed).singleElement().satisfies(entry -> {
            JsonNode fields = JSON.valueToTree(entry.getFieldsV1());
            assertThat(fields.at("/f:spec/f:strategy").isMissingNode()).isFalse();
            assertThat(fields.at("/f:spec/f:template/f:spec/f:volumes")).hasSize(2);
            assertThat(fields.at("/f:metadata/f:annotations").has("f:meta.helm.sh/release-name"))
                    .as("goes with the rest")
                    .isTrue();
            assertThat(entry.getApiVersion()).isEqualTo("apps/v1");
        });
    }

    @Test
    void aConditionNamesAsManyFieldsAsAPersonReads() {
        var key = new ObjectKey(OperandKind.named("Deployment"), "b", "a");
        var fields =
                IntStream.range(0, 30).mapToObj(number -> "spec.f" + number).toList();

        assertThat(Unsaid.trouble(Map.of(), false)).isEmpty();
        assertThat(Unsaid.trouble(Map.of(key, fields), false).orElseThrow().message())
                .contains(
                        "Deployment b/a spec.f0, Deployment b/a spec.f1, ",
                        " and 10 more; ",
                        "spec.onUnsaidFields: Remove")
                .doesNotContain("spec.f20");
        assertThat(Unsaid.trouble(Map.of(key, List.of("spec.x")), true).orElseThrow())
                .satisfies(trouble -> {
                    assertThat(trouble.reason()).isEqualTo("NotOurs");
                    assertThat(trouble.message())
                            .as("Helm would write what is taken over")
                            .doesNotContain("the release's values");
                });
    }
}
