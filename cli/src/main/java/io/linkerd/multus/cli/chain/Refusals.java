// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.chain;

import io.linkerd.multus.contracts.names.Linkerd;
import java.util.List;
import java.util.regex.Pattern;

/** Why the API server lets a pod not in, by what it said to the controller that would make it. */
final class Refusals {
    private static final String SCC = "unable to validate against any security context constraint";

    private static final List<Cause> CAUSES = List.of(
            Cause.where(
                    "linkerd-multus cannot mesh pod",
                    "linkerd-multus' webhook refused it",
                    "do what its message says, on the template of what makes it or on its namespace; kubectl get KIND NAME"
                            + " -n NAMESPACE -o yaml | linkerd-multus explain -f - shows the decision"),
            Cause.where(
                    "failed calling webhook \"[^\"]*multus\\.linkerd\\.io\".*(x509|certificate)",
                    "the API server does not trust linkerd-multus' webhook",
                    "linkerd-multus check names the webhook configuration whose caBundle is not the webhook's"),
            Cause.where(
                    "failed calling webhook \"[^\"]*multus\\.linkerd\\.io\"",
                    "the API server cannot reach linkerd-multus' webhook",
                    "see whether its pods are ready and the API server has a way to them (webhook.hostNetwork,"
                            + " NetworkPolicy): docs/webhook.md"),
            Cause.where(
                    "failed calling webhook \"linkerd-[^\"]*\"",
                    "the API server cannot reach Linkerd's injector",
                    "linkerd check says what is wrong with the control plane"),
            Cause.where(
                    SCC + ".*(Invalid value: " + Linkerd.DEFAULT_PROXY_UID + "|linkerd-proxy)",
                    "no SecurityContextConstraints let in the proxy's user id, which linkerd-multus' webhook would have"
                            + " chosen from the namespace's range",
                    "have its namespace annotated with linkerd.io/multus=enabled and linkerd-multus' webhook ready, and take"
                            + " config.linkerd.io/proxy-uid off where it is set; then what makes it tries again, by itself within"
                            + " 1000 seconds, by kubectl rollout restart at once"),
            Cause.where(
                    SCC,
                    "no SecurityContextConstraints that its service account may use let it in",
                    "leave runAsUser to OpenShift, or give its service account a role that allows"
                            + " SecurityContextConstraints which admit it"),
            Cause.where(
                    "violates PodSecurity",
                    "the namespace's Pod Security level refuses it",
                    "give its containers a security context that fits, or raise the namespace's level"
                            + " (pod-security.kubernetes.io/enforce)"),
            Cause.where(
                    "insufficient quota to match these scopes",
                    "the cluster lets in pods of its priority class only where a ResourceQuota of the namespace names that class, as GKE"
                            + " has it outside of kube-system",
                    "make such a ResourceQuota (global.platform=gke has the chart make the release's), or take another priority class"),
            Cause.where(
                    "exceeded quota|failed quota|must specify (limits|requests|cpu|memory)",
                    "a ResourceQuota of its namespace refuses it",
                    "raise the quota; the proxy needs its share of requests, limits and memory, too"),
            Cause.where(
                    "error looking up service account|serviceaccount \"[^\"]*\" not found",
                    "its service account does not exist",
                    "make the service account, or name one that exists"));

    /** OpenShift lists all that there are; those tell nothing that the pod might not use. */
    private static final Pattern UNUSABLE =
            Pattern.compile("(, )?provider \"[^\"]*\": Forbidden: not usable by user or serviceaccount");

    private static final Cause OTHERWISE =
            new Cause(_ -> true, "the API server refuses it", "do what the message says");

    private Refusals() {}

    /** {@return what an Event {@code FailedCreate} tells} */
    static Answer of(String message) {
        return Cause.of(withoutUnusable(message), CAUSES, OTHERWISE);
    }

    /** Where no other provider is listed, the pod has to be given one of these. */
    private static String withoutUnusable(String message) {
        var rest = UNUSABLE.matcher(message).replaceAll("").replace("[, ", "[");
        return rest.contains(": []") ? message : rest;
    }
}
