// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.settings;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.plans.ExcludedNamespaces;
import io.linkerd.multus.service.settings.InvalidSettings;
import io.linkerd.multus.service.settings.SettingsReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * All that the controller is told; read once at start and never changed.
 *
 * @param release name of ours, which everything that we write carries
 * @param cni where the configuration of Linkerd's plugin comes from
 * @param attachments where they are kept
 * @param controlPlaneNamespace Linkerd's namespace, which gets an attachment without asking
 * @param excluded namespaces that are left alone
 * @param owner name of the release's ClusterRole that owns what we write; absent where nothing shall own it
 * @param lease how the leader is found
 * @param scc what Linkerd's service accounts may use on OpenShift
 * @param policyLease whether Linkerd's policy controller gets the right that it lacks on OpenShift to make its Lease
 * @param repair whether pods without rules are replaced
 * @param reach whether the API server is seen to reach the webhook
 * @param rollouts how outdated workloads are restarted
 * @param operator whether it makes what a LinkerdMultus asks for
 * @param healthPort where probes and metrics are served
 */
public record ControllerSettings(
        String release,
        CniSettings cni,
        AttachmentSettings attachments,
        String controlPlaneNamespace,
        ExcludedNamespaces excluded,
        Optional<String> owner,
        LeaseSettings lease,
        SccSettings scc,
        boolean policyLease,
        RepairSettings repair,
        ReachSettings reach,
        RolloutSettings rollouts,
        OperatorSettings operator,
        int healthPort) {
    private static final String PREFIX = SettingsReader.PREFIX;

    /** As Kubernetes has it. */
    private static final Pattern CONFIG_MAP_KEY = Pattern.compile("[-._a-zA-Z0-9]{1,253}");

    private static final List<String> EXCLUDED = List.of("kube-system", "kube-public", "kube-node-lease");

    /**
     * Reads the process's environment.
     *
     * @throws InvalidSettings with all problems at once
     */
    public static ControllerSettings read(Map<String, String> environment) throws InvalidSettings {
        var reader = new SettingsReader(environment);
        var release = reader.name(PREFIX + "RELEASE").orElse("linkerd-multus");
        var controlPlaneNamespace =
                reader.name(PREFIX + "CONTROL_PLANE_NAMESPACE").orElse("linkerd");
        var operator = OperatorSettings.read(reader);
        // A release of that name may be in the same namespace.
        var own = release + (operator.enabled() ? "-operator" : "-controller");
        var lease = lease(reader, own);
        var settings = new ControllerSettings(
                release,
                new CniSettings(
                        reader.name(PREFIX + "CNI_NAMESPACE").orElse("linkerd-cni"),
                        reader.name(PREFIX + "CNI_CONFIG_MAP").orElse("linkerd-cni-config"),
                        reader.parsed(
                                PREFIX + "CNI_CONFIG_KEY", Linkerd.CNI_CONFIG_KEY, ControllerSettings::configMapKey),
                        reader.parsed(
                                PREFIX + "KUBECONFIG_PATH",
                                "/etc/cni/linkerd-multus/linkerd-cni.kubeconfig",
                                ControllerSettings::absoluteFile),
                        reader.name(PREFIX + "INSTALLER")),
                AttachmentSettings.read(reader),
                controlPlaneNamespace,
                new ExcludedNamespaces(
                        Set.copyOf(reader.names(PREFIX + "EXCLUDED_NAMESPACES", EXCLUDED)),
                        reader.flag(PREFIX + "EXCLUDE_OPENSHIFT", true)),
                reader.roleName(PREFIX + "OWNER"),
                lease,
                SccSettings.read(reader, controlPlaneNamespace),
                reader.flag(PREFIX + "POLICY_LEASE", true),
                RepairSettings.read(reader),
                ReachSettings.read(reader),
                RolloutSettings.read(reader, own, lease.namespace()),
                operator,
                reader.servingPort(SettingsReader.HEALTH_PORT, 8080));
        reader.finish();
        return settings;
    }

    /** {@return the name of the installer's DaemonSet in our own namespace} */
    public String installer() {
        return cni.installer().orElse(release + "-installer");
    }

    /** {@return the same of an operator that has no other duty now} */
    public ControllerSettings operatorAlone() {
        return new ControllerSettings(
                release,
                cni,
                attachments,
                controlPlaneNamespace,
                excluded,
                owner,
                lease,
                scc,
                policyLease,
                repair,
                reach,
                rollouts,
                operator.byItself(),
                healthPort);
    }

    private static LeaseSettings lease(SettingsReader reader, String own) {
        return new LeaseSettings(
                reader.requiredName(PREFIX + "NAMESPACE", "the pod's own namespace, from the downward API"),
                reader.name(PREFIX + "LEASE").orElse(own),
                reader.requiredName(PREFIX + "POD_NAME", "the pod's own name, from the downward API"));
    }

    private static Result<String> configMapKey(String key) {
        return CONFIG_MAP_KEY.matcher(key).matches()
                ? new Result.Ok<>(key)
                : new Result.Not<>("must be a key of a ConfigMap: letters, digits, '-', '_' and '.', at most 253");
    }

    private static Result<String> absoluteFile(String path) {
        return path.startsWith("/") && !path.endsWith("/")
                ? new Result.Ok<>(path)
                : new Result.Not<>("must be the absolute path of a file");
    }
}
