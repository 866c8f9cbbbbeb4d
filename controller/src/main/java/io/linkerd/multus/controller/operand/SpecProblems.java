// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operand;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What cannot be in a spec, though each of its values may be what it is: what the chart refuses, and what would break its pods. */
public final class SpecProblems {
    /** A container runtime reads such a file as a network. */
    private static final Pattern NETWORK_FILE = Pattern.compile(".*\\.(conf|conflist|json)");
    /** What comes before the first slash names a registry only where it could not be a folder of one. */
    private static final Pattern QUALIFIED = Pattern.compile("(localhost|[^/.:]*[.:][^/]*)/.+");

    private final OperandSpec spec;
    private final List<String> problems = new ArrayList<>();

    private SpecProblems(OperandSpec spec) {
        this.spec = spec;
    }

    /** {@return each problem: the field, and what is wrong with it; nothing where the spec can be carried out} */
    public static List<String> of(OperandSpec spec, String namespace, Rendering.Platform platform) {
        var found = new SpecProblems(spec);
        found.mode(platform);
        found.kubeconfigPath();
        found.controlPlane(namespace);
        found.cniConfig();
        found.images();
        found.webhookNetwork(platform);
        found.resources("installer", spec.installerOrNone(), Heap.OF_INSTALLER);
        found.resources("webhook", spec.webhookOrNone(), Heap.OF_WEBHOOK);
        return List.copyOf(found.problems);
    }

    private void mode(Rendering.Platform platform) {
        if (Mode.of(spec.mode()) == Mode.AUXILIARY && platform != Rendering.Platform.OPENSHIFT) {
            problem("mode", "auxiliary is for OpenShift, whose Multus runs a chain of plugins for every pod; use nad");
        }
    }

    private void kubeconfigPath() {
        Optional.ofNullable(spec.kubeconfigPath())
                .filter(path -> NETWORK_FILE.matcher(path).matches())
                .ifPresent(_ -> problem(
                        "kubeconfigPath",
                        "must not end in .conf, .conflist or .json, which container runtimes read as networks"));
    }

    private void controlPlane(String own) {
        var namespace = Optional.ofNullable(spec.linkerdOrNone().namespace()).orElse("linkerd");
        var excluded = spec.excludedNamespacesOrUsual();
        if (namespace.equals(own)) {
            problem(
                    "linkerd.namespace",
                    "is the operator's own namespace, which is left alone, so Linkerd's control plane would not be"
                            + " attached; install Linkerd into another one");
        }
        if (excluded.contains(namespace)) {
            problem("excludedNamespaces", "has Linkerd's own namespace " + namespace + "; leave it out");
        }
        if (namespace.startsWith("openshift-") && !Boolean.FALSE.equals(spec.excludeOpenShiftNamespaces())) {
            problem("excludeOpenShiftNamespaces", "leaves Linkerd's own namespace " + namespace + " alone; say false");
        }
    }

    private void cniConfig() {
        spec.cniConfigOrNone()
                .backwardRanges()
                .forEach(range -> problem(
                        "linkerd.cniConfig",
                        "the ports " + range + " end before they begin; write the lower one first"));
    }

    private void images() {
        var images = spec.imagesOrNone();
        image("images.installer", images.installer());
        image("images.webhook", images.webhook());
        image("images.plugin", images.plugin());
    }

    private void image(String field, @Nullable String image) {
        Optional.ofNullable(image)
                .filter(reference -> !QUALIFIED.matcher(reference).matches())
                .ifPresent(reference -> problem(
                        field,
                        reference + " does not say which registry it is from, so nodes would pull a stranger's; write"
                                + " it like registry.example.com/" + reference));
    }

    private void webhookNetwork(Rendering.Platform platform) {
        var network = WebhookNetwork.of(spec.webhookOrNone());
        if (network.onNodes() && platform == Rendering.Platform.OPENSHIFT) {
            problem(
                    "webhook.hostNetwork",
                    "is for API servers that have no way to pods; OpenShift's have one: leave it out");
        }
        if (network.port() == network.healthPort()) {
            problem("webhook.healthPort", network.healthPort() + " is webhook.port, too; say another one");
        }
    }

    private void resources(String part, OperandSpec.Part said, Heap heap) {
        var resources = Optional.ofNullable(said.resources()).orElseGet(ResourceRequirements::new);
        var field = part + ".resources";
        Optional.ofNullable(resources.getLimits())
                .map(limits -> limits.get("memory"))
                .filter(limit -> !heap.fitsInto(limit))
                .ifPresent(limit -> problem(
                        field + ".limits.memory", limit + " is less than the " + heap.leastLimit() + " that it takes"));
        requests(field, resources);
    }

    private void requests(String field, ResourceRequirements resources) {
        var limits = Optional.ofNullable(resources.getLimits()).orElse(Map.of());
        Optional.ofNullable(resources.getRequests())
                .orElse(Map.of())
                .forEach((name, request) -> Optional.ofNullable(limits.get(name))
                        .filter(limit -> isMore(request, limit))
                        .ifPresent(limit ->
                                problem(field + ".requests." + name, request + " is more than its limit of " + limit)));
    }

    private static boolean isMore(Quantity request, Quantity limit) {
        return Quantity.getAmountInBytes(request).compareTo(Quantity.getAmountInBytes(limit)) > 0;
    }

    private void problem(String field, String what) {
        problems.add("spec." + field + ": " + what);
    }
}
