// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.controller.linkerdconfig.plan.InjectionProbeResult;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/** A cluster with a LinkerdConfig, workloads, and the policies that the chart renders for rollouts. */
final class RolloutCluster implements AutoCloseable {
    static final String CONFIG = "/apis/config.linkerd.io/v1alpha1/linkerdconfigs/mesh";
    static final String AUTO = "{'config.linkerd.io/reconcile': 'auto'}";
    private static final String POLICIES = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
    private static final String ACCOUNT = "linkerd-multus-controller";

    private final FakeApiServer api = FakeApiServer.plain();
    private final TestClock clock = new TestClock();
    private final SimulatedWorkloads workloads = new SimulatedWorkloads(api);
    private final AtomicLong asked = new AtomicLong();
    private final AtomicReference<InjectionProbeResult> injectors =
            new AtomicReference<>(new InjectionProbeResult.Injected("new"));

    RolloutCluster() {
        api.define("config.linkerd.io/v1alpha1", "linkerdconfigs", "LinkerdConfig", false);
        api.put("/api/v1/namespaces/default", "{}");
    }

    /** With rights that are kept small. */
    static RolloutCluster withRights() {
        var cluster = new RolloutCluster();
        cluster.servePolicies();
        cluster.policies("Deny");
        return cluster;
    }

    void servePolicies() {
        api.define(
                "admissionregistration.k8s.io/v1", "validatingadmissionpolicies", "ValidatingAdmissionPolicy", false);
        api.define(
                "admissionregistration.k8s.io/v1",
                "validatingadmissionpolicybindings",
                "ValidatingAdmissionPolicyBinding",
                false);
    }

    void policies(String action) {
        for (var name : List.of(ACCOUNT + "-rollouts", ACCOUNT + "-dry-runs")) {
            api.put(
                    POLICIES + "/" + name,
                    "{spec: {failurePolicy: 'Fail', matchConditions: [{name: 'controller', expression:"
                            + " 'request.userInfo.username =="
                            + " \\\"system:serviceaccount:linkerd-multus:" + ACCOUNT + "\\\"'}]}}");
            api.put(
                    "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings/" + name,
                    "{spec: {policyName: '" + name + "', validationActions: ['" + action + "']}}");
        }
    }

    FakeApiServer api() {
        return api;
    }

    TestClock clock() {
        return clock;
    }

    SimulatedWorkloads workloads() {
        return workloads;
    }

    /** What a dry-run pod gets from now on. */
    void injectors(InjectionProbeResult answer) {
        injectors.set(answer);
    }

    /** {@return how many dry runs there were} */
    long asked() {
        return asked.get();
    }

    InjectionProbeResult ask() {
        asked.incrementAndGet();
        return injectors.get();
    }

    /** What the LinkerdConfig says of rollouts; without a pause where it says none. */
    void rollouts(String asked) {
        var json = asked.contains("pause") ? asked : asked.replaceFirst("\\{", "{pause: 0, ");
        if (api.editIfPresent(CONFIG, "{spec: {rollouts: null}}").isEmpty()) {
            api.put(CONFIG, "{}");
        }
        api.edit(CONFIG, "{spec: {rollouts: " + json + "}}");
    }

    /** The LinkerdConfig is deleted and made again, as kubectl replace --force does. */
    void recreate(String json) {
        api.remove(CONFIG);
        rollouts(json);
    }

    JsonNode rollout() {
        return api.get(CONFIG).orElseThrow().path("status").path("rollout");
    }

    /** {@return names of those that a rollout has marked, with the mark} */
    Map<String, String> marks() {
        return workloads.all().stream()
                .filter(one ->
                        !SimulatedWorkloads.mark(one.at("/spec/template")).isEmpty())
                .collect(Collectors.toMap(
                        one -> one.at("/metadata/name").asText(),
                        one -> SimulatedWorkloads.mark(one.at("/spec/template"))));
    }

    /** {@return reasons of Events in the namespace} */
    List<String> events(String namespace) {
        return api.list("/api/v1/namespaces/" + namespace + "/events").stream()
                .map(event -> event.path("reason").asText())
                .toList();
    }

    /** {@return how often that was told there} */
    int told(String namespace, String reason) {
        return api.list("/api/v1/namespaces/" + namespace + "/events").stream()
                .filter(event -> event.path("reason").asText().equals(reason))
                .mapToInt(event -> event.path("count").asInt())
                .sum();
    }

    @Override
    public void close() {
        api.close();
    }
}
