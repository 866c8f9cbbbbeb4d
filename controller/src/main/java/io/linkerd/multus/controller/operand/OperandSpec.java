// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operand;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The {@code spec} of a {@code LinkerdMultus}. What is absent is as the chart has it. What one value may be by itself, its schema has
 * checked; {@link SpecProblems} tells what does not fit together.
 *
 * @param adopt whether what somebody else made under the operand's names is taken over
 * @param onUnsaidFields {@code Remove} or {@code Refuse}: what becomes of what the release said of them and the spec cannot say
 * @param mode {@code auto}, {@code nad}, {@code chained}, {@code file} or {@code auxiliary}: how meshed pods come to run the plugin
 * @param kubeconfigPath of the plugin on each node
 * @param excludedNamespaces namespaces that are left alone, besides the operator's own
 * @param excludeOpenShiftNamespaces whether those of the platform are left alone, too
 * @param networkPolicy whether only what our pods serve is let in
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record OperandSpec(
        @Nullable Boolean adopt,
        @Nullable String onUnsaidFields,
        @Nullable Images images,
        @Nullable Logging logging,
        @Nullable String mode,
        @Nullable String kubeconfigPath,
        @Nullable List<String> excludedNamespaces,
        @Nullable Boolean excludeOpenShiftNamespaces,
        @Nullable Boolean networkPolicy,
        @Nullable Linkerd linkerd,
        @Nullable Attachments attachments,
        @Nullable Installer installer,
        @Nullable Webhook webhook) {
    /** Asks for what the chart has. */
    public static final OperandSpec EMPTY =
            new OperandSpec(null, null, null, null, null, null, null, null, null, null, null, null, null);

    private static final List<String> USUALLY_EXCLUDED = List.of("kube-system", "kube-public", "kube-node-lease");

    /**
     * Where images come from.
     *
     * @param registry in place of the one that images of ours come from
     * @param installer the whole reference; {@code registry} does not apply to it, nor to the two after it
     * @param plugin the image that Linkerd's plugin is copied from
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Images(
            @Nullable String registry,
            @Nullable String installer,
            @Nullable String webhook,
            @Nullable String plugin,
            @Nullable String pullPolicy,
            @Nullable List<LocalObjectReference> pullSecrets) {
        static final Images NONE = new Images(null, null, null, null, null, null);
    }

    /** How much is logged, and how each line of it is written. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Logging(@Nullable String level, @Nullable String format) {
        static final Logging NONE = new Logging(null, null);
    }

    /**
     * Where Linkerd is, and what is made in the place of its CNI chart.
     *
     * @param cniChart {@code Use} or {@code Replace}
     * @param cniConfig what is said to Linkerd's plugin, with {@code Replace}
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Linkerd(
            @Nullable String namespace,
            @Nullable String cniChart,
            @Nullable CniConfig cniConfig) {
        static final Linkerd NONE = new Linkerd(null, null, null);
    }

    /** Where the attachments are. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Attachments(
            @Nullable String scope, @Nullable String namespace) {
        static final Attachments NONE = new Attachments(null, null);
    }

    /** What the two parts have in common. Resources and node selectors come on top of the chart's, tolerations in their place. */
    sealed interface Part {
        @Nullable
        ResourceRequirements resources();

        @Nullable
        Map<String, String> nodeSelector();

        @Nullable
        List<Toleration> tolerations();
    }

    /**
     * What is said of the installer.
     *
     * @param tokenLifetime of the token in the plugin's kubeconfig
     * @param maxUnavailable how many are replaced at a time
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Installer(
            @Nullable String tokenLifetime,
            @Nullable IntOrString maxUnavailable,
            @Nullable ResourceRequirements resources,
            @Nullable Map<String, String> nodeSelector,
            @Nullable List<Toleration> tolerations)
            implements Part {
        static final Installer NONE = new Installer(null, null, null, null, null);
    }

    /** What is said of the webhook. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Webhook(
            @Nullable Integer replicas,
            @Nullable Boolean hostNetwork,
            @Nullable Integer port,
            @Nullable Integer healthPort,
            @Nullable String failurePolicy,
            @Nullable Integer timeoutSeconds,
            @Nullable String proxyUidStrategy,
            @Nullable String onImpossible,
            @Nullable String onUserNamespace,
            @Nullable ResourceRequirements resources,
            @Nullable Map<String, String> nodeSelector,
            @Nullable List<Toleration> tolerations)
            implements Part {
        static final Webhook NONE = new Webhook(null, null, null, null, null, null, null, null, null, null, null, null);
    }

    /** {@return what becomes of what another client made} */
    public Adoption adoption() {
        if (!Boolean.TRUE.equals(adopt)) {
            return Adoption.NONE;
        }
        return "Refuse".equals(onUnsaidFields) ? Adoption.REFUSING : Adoption.REMOVING;
    }

    /**
     * {@return whether it is all that was asked for} The schema of {@code spec} puts in these parts; a status lacks them where an earlier
     * version wrote it, or where the API server pruned it by that version's schema.
     */
    public boolean saysAll() {
        return images != null && installer != null && webhook != null;
    }

    /** {@return the namespaces that are left alone, as the chart has them where nothing is said} */
    List<String> excludedNamespacesOrUsual() {
        return Optional.ofNullable(excludedNamespaces).orElse(USUALLY_EXCLUDED);
    }

    Images imagesOrNone() {
        return Optional.ofNullable(images).orElse(Images.NONE);
    }

    Logging loggingOrNone() {
        return Optional.ofNullable(logging).orElse(Logging.NONE);
    }

    Linkerd linkerdOrNone() {
        return Optional.ofNullable(linkerd).orElse(Linkerd.NONE);
    }

    CniConfig cniConfigOrNone() {
        return Optional.ofNullable(linkerdOrNone().cniConfig()).orElse(CniConfig.NONE);
    }

    Attachments attachmentsOrNone() {
        return Optional.ofNullable(attachments).orElse(Attachments.NONE);
    }

    Installer installerOrNone() {
        return Optional.ofNullable(installer).orElse(Installer.NONE);
    }

    Webhook webhookOrNone() {
        return Optional.ofNullable(webhook).orElse(Webhook.NONE);
    }
}
