// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.mesh;

import java.util.Map;
import java.util.stream.Collectors;

/** Manifests of namespaces and applications that are ordinary in every respect: they know nothing of us, or of user ids. */
public final class Applications {
    /** Where the application answers. */
    public static final int PORT = 8080;

    private Applications() {}

    /** Returns a namespace. */
    public static String namespace(String name, Map<String, String> annotations) {
        return """
                apiVersion: v1
                kind: Namespace
                metadata:
                  name: %s
                  annotations: {%s}
                """.formatted(name, flow(annotations));
    }

    /** Returns a Deployment with its Service; its pods keep off each other's nodes and other applications' where they can. */
    public static String deployment(String namespace, String name, int replicas, Map<String, String> podAnnotations) {
        return """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: %1$s, namespace: %2$s}
                spec:
                  replicas: %3$d
                  selector: {matchLabels: {app: %1$s}}
                  template:
                    metadata:
                      labels: {app: %1$s, shown: "yes"}
                      annotations: {%4$s}
                    spec:
                      topologySpreadConstraints:
                      - maxSkew: 1
                        topologyKey: kubernetes.io/hostname
                        whenUnsatisfiable: ScheduleAnyway
                        labelSelector: {matchLabels: {shown: "yes"}}
                %5$s---
                apiVersion: v1
                kind: Service
                metadata: {name: %1$s, namespace: %2$s}
                spec:
                  selector: {app: %1$s}
                  ports: [{port: 80, targetPort: %6$d}]
                """.formatted(name, namespace, replicas, flow(podAnnotations), podSpec(4), PORT);
    }

    /**
     * Returns a StatefulSet whose pods get another template only when they are deleted, with a PodDisruptionBudget that lets one of them be
     * away.
     */
    public static String statefulSet(String namespace, String name, int replicas) {
        return """
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: %1$s, namespace: %2$s}
                spec:
                  replicas: %3$d
                  serviceName: %1$s
                  podManagementPolicy: Parallel
                  updateStrategy: {type: OnDelete}
                  selector: {matchLabels: {app: %1$s}}
                  template:
                    metadata:
                      labels: {app: %1$s}
                    spec:
                %4$s---
                apiVersion: policy/v1
                kind: PodDisruptionBudget
                metadata: {name: %1$s, namespace: %2$s}
                spec:
                  maxUnavailable: 1
                  selector: {matchLabels: {app: %1$s}}
                """.formatted(name, namespace, replicas, podSpec(4));
    }

    /** Returns a pod that nothing restarts. */
    public static String pod(String namespace, String name) {
        return """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: %s
                  namespace: %s
                  labels: {app: %s}
                spec:
                  restartPolicy: Never
                %s""".formatted(name, namespace, name.replaceAll("-\\d+$", ""), podSpec(0));
    }

    private static String podSpec(int indent) {
        return """
              securityContext:
                runAsNonRoot: true
                seccompProfile: {type: RuntimeDefault}
              terminationGracePeriodSeconds: 5
              containers:
              - name: app
                image: %s
                imagePullPolicy: IfNotPresent
                command: [/standins, app, serve]
                ports: [{containerPort: %d}]
                readinessProbe: {tcpSocket: {port: %d}, periodSeconds: 1}
                resources: {requests: {cpu: 1m, memory: 8Mi}}
                securityContext:
                  allowPrivilegeEscalation: false
                  capabilities: {drop: [ALL]}
            """.formatted(LinkerdStandins.IMAGE, PORT, PORT).indent(indent);
    }

    private static String flow(Map<String, String> entries) {
        return entries.entrySet().stream()
                .map(entry -> '"' + entry.getKey() + "\": \"" + entry.getValue() + '"')
                .sorted()
                .collect(Collectors.joining(", "));
    }
}
