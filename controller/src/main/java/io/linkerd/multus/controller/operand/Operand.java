// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operand;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.linkerd.multus.contracts.names.Linkerd;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * What a {@code LinkerdMultus} makes of a rendering: the same objects that Helm makes of the chart with the values that say the same.
 *
 * @param namespace of the operator, where the operand is
 * @param bundle the images that the operator came with
 */
public record Operand(OperandSpec spec, String namespace, BundleImages bundle) {
    private static final String PREFIX = "LINKERD_MULTUS_";
    /** As the services' setting of the scope has it. */
    private static final String NO_ATTACHMENTS = "none";
    /** Of the ConfigMap that installers of the modes without attachments follow. */
    private static final String INSTALLERS_CONFIG_KEY = "config";

    /** {@return its objects; empty where the platform has no such mode} */
    public Optional<List<HasMetadata>> objects(Rendering rendering) {
        return rendering
                .objects(Mode.of(spec.mode()), CniChart.of(spec), namespace)
                .map(rendered -> rendered.stream().flatMap(this::over).toList());
    }

    private Stream<HasMetadata> over(HasMetadata rendered) {
        return switch (rendered) {
            case DaemonSet installer -> Stream.of(installer(installer));
            case Deployment webhook -> Stream.of(webhook(webhook));
            case ConfigMap config -> Stream.of(config(config));
            case Service service -> Stream.of(webhookNetwork().over(service));
            case MutatingWebhookConfiguration pods -> Stream.of(admission().over(pods));
            case ValidatingWebhookConfiguration validating ->
                Stream.of(admission().over(validating));
            default -> isWanted(rendered) ? Stream.of(rendered) : Stream.empty();
        };
    }

    /** One replica by itself could never be evicted; and no NetworkPolicy holds for a port of a node. */
    private boolean isWanted(HasMetadata rendered) {
        return switch (rendered.getKind()) {
            case "NetworkPolicy" ->
                !Boolean.FALSE.equals(spec.networkPolicy())
                        && !(webhookNetwork().onNodes()
                                && rendered.getMetadata().getName().equals(WebhookNetwork.WEBHOOK));
            case "PodDisruptionBudget" ->
                !Integer.valueOf(1).equals(spec.webhookOrNone().replicas());
            default -> true;
        };
    }

    /** What Linkerd's CNI chart would say, where the operand says it in its place. */
    private ConfigMap config(ConfigMap rendered) {
        if (CniChart.of(spec) == CniChart.USE) {
            return rendered;
        }
        var data = new LinkedHashMap<>(rendered.getData());
        var text = spec.cniConfigOrNone().text();
        data.replace(Linkerd.CNI_CONFIG_KEY, text);
        data.replace(INSTALLERS_CONFIG_KEY, text);
        kubeconfig().map(Path::getParent).ifPresent(folder -> data.replace("dest_cni_net_dir", folder.toString()));
        return new ConfigMapBuilder(rendered).withData(data).build();
    }

    private Optional<Path> kubeconfig() {
        return Optional.ofNullable(spec.kubeconfigPath()).map(Path::of);
    }

    private DaemonSet installer(DaemonSet rendered) {
        var installer = spec.installerOrNone();
        var daemonSet = new DaemonSetBuilder(rendered)
                .editSpec()
                .editTemplate()
                .withSpec(installerPods().over(rendered.getSpec().getTemplate().getSpec()))
                .endTemplate()
                .endSpec();
        Optional.ofNullable(installer.maxUnavailable())
                .ifPresent(most -> daemonSet
                        .editSpec()
                        .editUpdateStrategy()
                        .editRollingUpdate()
                        .withMaxUnavailable(most)
                        .endRollingUpdate()
                        .endUpdateStrategy()
                        .endSpec());
        return daemonSet.build();
    }

    /** {@return what is laid over the installer's pods} */
    PodOverlay installerPods() {
        var images = spec.imagesOrNone();
        var installer = spec.installerOrNone();
        var kubeconfig = kubeconfig();
        return new PodOverlay(
                spec,
                installer,
                PodOverlay.image(images.installer(), images.registry(), bundle.installer()),
                PodOverlay.image(images.plugin(), null, bundle.plugin()),
                Map.of(
                        PREFIX + "TOKEN_LIFETIME",
                        Optional.ofNullable(installer.tokenLifetime()),
                        Linkerd.NET_DIRECTORY_VARIABLE,
                        kubeconfig.map(Path::getParent).map(Path::toString),
                        Linkerd.KUBECONFIG_NAME_VARIABLE,
                        kubeconfig.map(Path::getFileName).map(Path::toString)),
                Heap.OF_INSTALLER);
    }

    private Deployment webhook(Deployment rendered) {
        var deployment = new DeploymentBuilder(rendered)
                .editSpec()
                .editTemplate()
                .withSpec(webhookPods().over(rendered.getSpec().getTemplate().getSpec()))
                .endTemplate()
                .endSpec();
        Optional.ofNullable(spec.webhookOrNone().replicas())
                .ifPresent(
                        replicas -> deployment.editSpec().withReplicas(replicas).endSpec());
        return webhookNetwork().over(deployment.build());
    }

    private WebhookNetwork webhookNetwork() {
        return WebhookNetwork.of(spec.webhookOrNone());
    }

    /** {@return what is laid over the webhook's pods} */
    PodOverlay webhookPods() {
        var images = spec.imagesOrNone();
        var webhook = spec.webhookOrNone();
        var network = webhookNetwork();
        var attachments = spec.attachmentsOrNone();
        return new PodOverlay(
                spec,
                webhook,
                PodOverlay.image(images.webhook(), images.registry(), bundle.webhook()),
                UnaryOperator.identity(),
                Map.of(
                        PREFIX + "HTTPS_PORT", Optional.of(String.valueOf(network.port())),
                        PREFIX + "HEALTH_PORT", Optional.of(String.valueOf(network.healthPort())),
                        PREFIX + "ATTACHMENT_SCOPE", attachmentScope(spec),
                        PREFIX + "ATTACHMENT_NAMESPACE", Optional.ofNullable(attachments.namespace()),
                        PREFIX + "CONTROL_PLANE_NAMESPACE",
                                Optional.ofNullable(spec.linkerdOrNone().namespace()),
                        PREFIX + "PROXY_UID_STRATEGY", Optional.ofNullable(webhook.proxyUidStrategy()),
                        PREFIX + "ON_IMPOSSIBLE", Optional.ofNullable(webhook.onImpossible()),
                        PREFIX + "ON_USER_NAMESPACE", Optional.ofNullable(webhook.onUserNamespace())),
                Heap.OF_WEBHOOK);
    }

    private AdmissionOverlay admission() {
        return new AdmissionOverlay(spec, namespace);
    }

    /** {@return where the attachments are, where the spec says it: in mode {@code chained} there are none, whatever else it says} */
    static Optional<String> attachmentScope(OperandSpec spec) {
        return Mode.of(spec.mode()) == Mode.CHAINED
                ? Optional.of(NO_ATTACHMENTS)
                : Optional.ofNullable(spec.attachmentsOrNone().scope()).map(Operand::kebab);
    }

    /** {@return as the services' settings spell it} */
    static String kebab(String word) {
        return word.replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }
}
