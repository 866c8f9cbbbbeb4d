// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.facts;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.names.Linkerd;
import java.util.Optional;
import java.util.Set;

/**
 * A pod without a proxy, as Linkerd's injector looks at it: {@code pkg/inject} of linkerd2, and the selectors of its webhook in Linkerd's
 * chart (2.20). Every command that says why a pod has no proxy says it from here.
 *
 * @param ofPod its annotation {@code linkerd.io/inject}; one without a value says nothing
 * @param ofNamespace that of its namespace
 * @param containers names of its containers, of init containers too
 * @param labels keys of its labels
 * @param webhooksOff whether the label of its namespace keeps Linkerd's webhooks away
 */
public record Injectable(
        String namespace,
        Optional<String> ofPod,
        Optional<String> ofNamespace,
        boolean hostNetwork,
        Set<String> containers,
        Set<String> labels,
        boolean webhooksOff) {
    /** Annotation of a pod by which the injector is asked, beside {@link Linkerd#ENABLED}. */
    private static final String INGRESS = "ingress";

    private static final Set<String> INJECTS = Set.of(Linkerd.ENABLED, INGRESS);

    /** The only values that the injector takes. */
    private static final Set<String> VALID = Set.of(Linkerd.ENABLED, Linkerd.DISABLED, INGRESS);

    /** Copies, and takes an annotation without a value for none. */
    public Injectable {
        ofPod = ofPod.filter(said -> !said.isEmpty());
        ofNamespace = ofNamespace.filter(said -> !said.isEmpty());
        containers = Set.copyOf(containers);
        labels = Set.copyOf(labels);
    }

    /** {@return why the injector gives it no proxy; empty where it does} */
    public Optional<PassedOver> passedOver() {
        return notAsked().or(this::notMeshable).or(this::notSent);
    }

    private Optional<PassedOver> notAsked() {
        var strange = ofPod.filter(said -> !VALID.contains(said)).map(_ -> true);
        if (strange.isPresent()
                || ofNamespace.filter(said -> !VALID.contains(said)).isPresent()) {
            return passed(
                    PassedOver.Reason.NOT_ASKED, says(strange.isPresent()) + ", which the injector does not know");
        }
        var said = ofPod.or(() -> ofNamespace);
        if (said.isEmpty()) {
            return passed(
                    PassedOver.Reason.NOT_ASKED,
                    "neither it nor namespace " + namespace + " is annotated with " + Linkerd.INJECT + "="
                            + Linkerd.ENABLED);
        }
        return said.filter(INJECTS::contains).isPresent()
                ? Optional.empty()
                : passed(PassedOver.Reason.NOT_ASKED, says(ofPod.isPresent()) + ", which keeps it out of the mesh");
    }

    /** {@return what its annotation, or that of its namespace, says} */
    private String says(boolean itself) {
        return (itself
                        ? "its annotation " + Linkerd.INJECT
                        : "annotation " + Linkerd.INJECT + " of namespace " + namespace)
                + " is " + GoText.quote((itself ? ofPod : ofNamespace).orElse(""));
    }

    private Optional<PassedOver> notMeshable() {
        if (hostNetwork) {
            return passed(
                    PassedOver.Reason.NODE_NETWORK,
                    "it has the network of its node (hostNetwork), and Linkerd meshes no such pod");
        }
        return containers.stream()
                .filter(Linkerd.MESHES::contains)
                .sorted()
                .findFirst()
                .flatMap(name -> passed(PassedOver.Reason.OTHER_MESH, "it has a container of a mesh already, " + name));
    }

    private Optional<PassedOver> notSent() {
        if (webhooksOff) {
            return passed(
                    PassedOver.Reason.WEBHOOKS_OFF,
                    "label config.linkerd.io/admission-webhooks=disabled of namespace " + namespace
                            + " keeps Linkerd's webhooks away");
        }
        if (Linkerd.NOT_SENT_NAMESPACES.contains(namespace)) {
            return passed(
                    PassedOver.Reason.NOT_SENT_NAMESPACE, "the injector is not called for namespace " + namespace);
        }
        return Linkerd.NOT_SENT_LABELS.stream()
                .filter(labels::contains)
                .findFirst()
                .flatMap(label -> passed(
                        PassedOver.Reason.NOT_SENT_LABEL,
                        "the injector is not called for pods with the label " + label));
    }

    private static Optional<PassedOver> passed(PassedOver.Reason reason, String words) {
        return Optional.of(new PassedOver(reason, words));
    }
}
