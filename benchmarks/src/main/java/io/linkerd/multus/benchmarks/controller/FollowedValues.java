// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.localcluster.apiserver.PlainApiClient;
import io.linkerd.multus.localcluster.programs.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/** Linkerd's values, and a LinkerdConfig by which the controller tells which workloads run with others. */
record FollowedValues(PlainApiClient api) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final String OBJECTS = "/apis/config.linkerd.io/v1alpha1/linkerdconfigs";
    private static final String OBJECT = OBJECTS + "/bench";
    private static final String VALUES = "/api/v1/namespaces/linkerd/configmaps/linkerd-config";

    /** Makes the kind known, with one object of it, and Linkerd's values as the pods of the bench were made with. */
    void define(Path root) throws IOException {
        api.apply(
                        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/linkerdconfigs.config.linkerd.io",
                        Files.readString(root.resolve("charts/linkerd-multus-crds/templates/linkerdconfigs.yaml")))
                .orThrow();
        api.awaitServed(OBJECTS);
        api.apply(
                        VALUES,
                        JSON.writeValueAsString(Map.of(
                                "apiVersion",
                                "v1",
                                "kind",
                                "ConfigMap",
                                "metadata",
                                Map.of("name", "linkerd-config"),
                                "data",
                                Map.of("values", values(Settlement.PROXY_VERSION)))))
                .orThrow();
        api.apply(OBJECT, """
                {apiVersion: config.linkerd.io/v1alpha1, kind: LinkerdConfig, metadata: {name: bench},
                spec: {values: {proxy: {logLevel: 'warn,linkerd=info,hickory=error'}}}}
                """).orThrow();
    }

    /** Gives new pods another proxy. */
    void upgrade() throws IOException {
        api.merge(VALUES, JSON.writeValueAsString(Map.of("data", Map.of("values", values("edge-26.8.3")))))
                .orThrow();
    }

    /** Waits until the status says that so many workloads are outdated; {@return when that was seen} */
    long outdated(long workloads) throws IOException {
        if (!Await.holds(PATIENCE, POLL, () -> status().at("/outdated/count").asLong(-1) == workloads)) {
            throw new IOException(String.format(
                    Locale.ROOT,
                    "not within %d min: %d workloads are told to be outdated; the status is %s",
                    PATIENCE.toMinutes(),
                    workloads,
                    status()));
        }
        return System.nanoTime();
    }

    private JsonNode status() throws IOException {
        return JSON.readTree(api.get(OBJECT).orThrow()).path("status");
    }

    private static String values(String version) {
        return """
                cniEnabled: true
                clusterDomain: cluster.local
                identity:
                  issuer:
                    scheme: kubernetes.io/tls
                identityTrustDomain: cluster.local
                linkerdVersion: %s
                networkValidator:
                  enableSecurityContext: true
                proxy:
                  image:
                    name: cr.l5d.io/linkerd/proxy
                    version: ""
                  logLevel: warn,linkerd=info,hickory=error
                  metrics: {}
                  ports:
                    admin: 4191
                    control: 4190
                    inbound: 4143
                    outbound: 4140
                  resources: {}
                  startupProbe: {}
                  uid: 2102
                proxyInit:
                  ignoreInboundPorts: "4567"
                """.formatted(version);
    }
}
