// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.optin;

import io.linkerd.multus.contracts.names.Linkerd;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * What a namespace or a pod says about taking part, and is not taken as it was meant.
 *
 * @param place where it says it
 * @param value what it says there
 */
public record OptInProblem(Place place, String value) {
    private static final Set<String> NO = Set.of(Linkerd.DISABLED, "false", "no", "off");

    /** Where it is said. */
    public enum Place {
        /** In the annotation, with a value of which nobody knows what it asks for. */
        ANNOTATION,
        /** In a label of the annotation's name. */
        LABEL
    }

    /**
     * {@return what is not taken as it was meant; nothing where all is, as is a clear no in other words where nothing takes part}
     *
     * @param annotation {@value Linkerd#MULTUS}; an empty one says nothing
     * @param label of the same name; an empty one says nothing
     * @param takesPart what comes of it
     */
    public static Optional<OptInProblem> of(Optional<String> annotation, Optional<String> label, boolean takesPart) {
        var said = annotation.filter(value -> !value.isEmpty());
        return said.isPresent()
                ? said.filter(value -> !value.equals(Linkerd.ENABLED) && !value.equals(Linkerd.DISABLED))
                        .filter(value -> takesPart || !isNo(value))
                        .map(value -> new OptInProblem(Place.ANNOTATION, value))
                : label.filter(value -> !value.isEmpty())
                        .filter(value -> isNo(value) == takesPart)
                        .map(value -> new OptInProblem(Place.LABEL, value));
    }

    private static boolean isNo(String value) {
        return NO.contains(value.strip().toLowerCase(Locale.ROOT));
    }

    /** {@return it in words, as {@code quote} shows what another person wrote} */
    public String inWords(UnaryOperator<String> quote) {
        return switch (place) {
            case ANNOTATION ->
                "annotation " + Linkerd.MULTUS + " is " + quote.apply(value) + ", which is neither " + Linkerd.ENABLED
                        + " nor " + Linkerd.DISABLED;
            case LABEL ->
                "label " + Linkerd.MULTUS + " is " + quote.apply(value)
                        + ", and only an annotation of this name counts";
        };
    }
}
