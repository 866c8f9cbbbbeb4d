// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller;

import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.plans.ExcludedNamespaces;
import io.linkerd.multus.controller.settings.AttachmentSettings;
import io.linkerd.multus.controller.settings.CniSettings;
import io.linkerd.multus.controller.settings.ControllerSettings;
import io.linkerd.multus.controller.settings.LeaseSettings;
import io.linkerd.multus.controller.settings.OperatorSettings;
import io.linkerd.multus.controller.settings.ReachSettings;
import io.linkerd.multus.controller.settings.RepairSettings;
import io.linkerd.multus.controller.settings.RolloutSettings;
import io.linkerd.multus.controller.settings.SccSettings;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a test tells the controller: all as in {@link FakeCluster}, but for what the test changes. */
public final class SettingsBuilder {
    /** Service accounts of Linkerd's control plane. */
    public static final Set<String> CONTROL_PLANE =
            Set.of("linkerd-destination", "linkerd-identity", "linkerd-proxy-injector", "linkerd-heartbeat");

    private String release = "linkerd-multus";
    private String identity = "controller-1";
    private String kubeconfigPath = "/etc/cni/linkerd-multus/linkerd-cni.kubeconfig";
    private AttachmentScope scope = AttachmentScope.PER_NAMESPACE;
    private Duration handover = Duration.ZERO;
    private boolean adopts;
    private Optional<Duration> looksForMultus = Optional.empty();
    private String controlPlaneNamespace = "linkerd";
    private SccSettings scc = new SccSettings(
            "system:openshift:scc:nonroot-v2", Map.of("linkerd", CONTROL_PLANE, "linkerd-viz", Set.of("tap", "web")));
    private boolean policyLease = true;
    private ReachSettings reach = ReachSettings.OFF;
    private RepairSettings repair = RepairSettings.perMinute(600);

    /** Looks that often whether the API server reaches the webhook. */
    public SettingsBuilder withReach(Duration pause) {
        reach = new ReachSettings(Optional.of(release + "-webhook"), pause);
        return this;
    }

    /** Another release, in a namespace of its name. */
    public SettingsBuilder withRelease(String name) {
        release = name;
        return this;
    }

    /** Another replica. */
    public SettingsBuilder withIdentity(String pod) {
        identity = pod;
        return this;
    }

    public SettingsBuilder withKubeconfigPath(String path) {
        kubeconfigPath = path;
        return this;
    }

    public SettingsBuilder withScope(AttachmentScope of) {
        scope = of;
        return this;
    }

    public SettingsBuilder withHandover(Duration least) {
        handover = least;
        return this;
    }

    /** Whether it takes over what the attach operator made. */
    public SettingsBuilder withAdoption(boolean takesOver) {
        adopts = takesOver;
        return this;
    }

    /** How often it looks for Multus, if at all. */
    public SettingsBuilder withLooksForMultus(Optional<Duration> pause) {
        looksForMultus = pause;
        return this;
    }

    public SettingsBuilder withControlPlaneNamespace(String name) {
        controlPlaneNamespace = name;
        return this;
    }

    public SettingsBuilder withScc(SccSettings bound) {
        scc = bound;
        return this;
    }

    public SettingsBuilder withPolicyLease(boolean kept) {
        policyLease = kept;
        return this;
    }

    public SettingsBuilder withoutRepair() {
        repair = new RepairSettings(false, Duration.ofSeconds(1));
        return this;
    }

    public ControllerSettings build() {
        var controller = release + "-controller";
        return new ControllerSettings(
                release,
                new CniSettings("linkerd-cni", "linkerd-cni-config", "cni_network_config", kubeconfigPath),
                new AttachmentSettings(scope, handover, adopts, looksForMultus),
                controlPlaneNamespace,
                new ExcludedNamespaces(Set.of("kube-system"), true),
                Optional.of(controller),
                new LeaseSettings(release, controller, identity),
                scc,
                policyLease,
                repair,
                reach,
                new RolloutSettings(controller, release),
                OperatorSettings.OFF,
                0);
    }
}
