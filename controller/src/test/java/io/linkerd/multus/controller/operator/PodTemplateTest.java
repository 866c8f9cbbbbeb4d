// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodTemplateTest {
    private static final String ASKED = """
            {kind: DaemonSet, spec: {template: {metadata: {labels: {a: b}}, spec: {
            serviceAccountName: a, nodeSelector: {os: linux}, tolerations: [{operator: Exists, key: c}], imagePullSecrets: [{name: d}],
            hostNetwork: false, securityContext: {}, containers: [{name: a, image: 'a:1', readinessProbe: {initialDelaySeconds: 0, periodSeconds: 2},
            env: [{name: A, value: '1'}, {name: C, value: ''}, {name: B, valueFrom: {fieldRef: {fieldPath: x}}}],
            ports: [{containerPort: 8080}], resources: {limits: {memory: 160Mi}, requests: {cpu: '0.5'}}, volumeMounts: []}],
            volumes: [{name: a, emptyDir: {sizeLimit: 16Mi}}]}}}}
            """;

    /** The same as an API server has it, with its defaults, and with the annotation of {@code kubectl rollout restart}. */
    private static final String SEEN = """
            {kind: DaemonSet, spec: {revisionHistoryLimit: 10, template: {metadata: {labels: {a: b}, annotations: {restarted: now}}, spec: {
            restartPolicy: Always, dnsPolicy: ClusterFirst, schedulerName: default-scheduler, serviceAccount: a,
            serviceAccountName: a, nodeSelector: {os: linux}, tolerations: [{operator: Exists, key: c}], imagePullSecrets: [{name: d}],
            containers: [{name: a, image: 'a:1', terminationMessagePath: /dev/termination-log,
            readinessProbe: {periodSeconds: 2, successThreshold: 1},
            env: [{name: A, value: '1'}, {name: C}, {name: B, valueFrom: {fieldRef: {apiVersion: v1, fieldPath: x}}}],
            ports: [{containerPort: 8080, protocol: TCP}], resources: {limits: {memory: 160Mi}, requests: {cpu: 500m}}}],
            volumes: [{name: a, emptyDir: {sizeLimit: 16Mi}}]}}}}
            """;

    private static boolean isChanged(String asked, String seen) {
        return PodTemplate.isChanged(object(asked), object(seen));
    }

    private static GenericKubernetesResource object(String yaml) {
        return new KubernetesSerialization().unmarshal("---\n" + yaml, GenericKubernetesResource.class);
    }

    @Test
    void whatTheApiServerFillsInIsNoChange() {
        assertThat(isChanged(ASKED, SEEN)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a:1 | a:2",
                "value: '1' | value: '2'",
                "value: '' | value: '1'",
                "hostNetwork: false | hostNetwork: true",
                "initialDelaySeconds: 0 | initialDelaySeconds: 1",
                "nodeSelector: {os: linux} | nodeSelector: {os: linux, disk: ssd}",
                "nodeSelector: {os: linux} | nodeSelector: {}",
                "operator: Exists, key: c | operator: Exists",
                "imagePullSecrets: [{name: d}] | imagePullSecrets: []",
                "memory: 160Mi | memory: 200Mi",
                "requests: {cpu: '0.5'} | requests: {}",
                "memory: 160Mi | memory: 160Mi, cpu: 1",
                "containerPort: 8080 | containerPort: 8081",
                "labels: {a: b} | labels: {a: c}"
            })
    void whatIsAskedForOrLeftOutAgainIsAChange(String before, String now) {
        assertThat(ASKED).contains(before);

        assertThat(isChanged(ASKED.replace(before, now), SEEN)).isTrue();
    }

    @Test
    void aTemplateThatAPersonEditedIsChangedBack() {
        assertThat(isChanged(ASKED, SEEN.replace("a:1", "a:2"))).isTrue();
        assertThat(isChanged(ASKED, SEEN.replace("restartPolicy", "hostNetwork: true, restartPolicy")))
                .isTrue();
    }

    /** What says how pods are replaced makes none of them another one. */
    @Test
    void whatIsBesideTheTemplateIsNoChange() {
        assertThat(isChanged(
                        ASKED.replace("spec: {template", "spec: {updateStrategy: {type: OnDelete}, template"), SEEN))
                .isFalse();
    }
}
