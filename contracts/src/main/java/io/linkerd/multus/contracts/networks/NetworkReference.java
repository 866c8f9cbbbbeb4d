// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.networks;

import io.linkerd.multus.contracts.GoText;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Names a NetworkAttachmentDefinition from within a pod.
 *
 * @param namespace where it is; empty means the pod's own namespace
 * @param name its name
 * @param interfaceName the interface that the pod asks for; empty lets Multus number it
 */
public record NetworkReference(Optional<String> namespace, String name, Optional<String> interfaceName) {

    /** As Multus has it: a DNS-1123 label without the limit of its length. */
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");

    /** As Multus has it: everything but these blanks and the slash. */
    private static final Pattern INTERFACE = Pattern.compile("[^ \\t\\n\\x0b\\f\\r/]+");

    /** What would take on a meaning of the annotation within the name of an interface. */
    private static final String MEANINGFUL = "@,[{\"";

    /** IFNAMSIZ of Linux, less the byte that ends the name. */
    private static final int LONGEST_INTERFACE = 16 - 1;

    /** Refuses what cannot be written into both forms of the annotation. */
    public NetworkReference {
        require(isLabel(name), "a network", name);
        namespace.ifPresent(value -> require(isLabel(value), "a namespace", value));
        interfaceName.ifPresent(value -> require(
                isInterface(value) && value.chars().noneMatch(each -> MEANINGFUL.indexOf(each) >= 0),
                "an interface",
                value));
    }

    /** {@return a network of the pod's own namespace, by its name alone} */
    public static NetworkReference local(String name) {
        return new NetworkReference(Optional.empty(), name, Optional.empty());
    }

    static boolean isLabel(String text) {
        return LABEL.matcher(text).matches();
    }

    static boolean isInterface(String text) {
        return INTERFACE.matcher(text).matches() && GoText.length(text) <= LONGEST_INTERFACE;
    }

    /** {@return the namespace, where it has to be written because it is not the pod's} */
    Optional<String> namespaceBesides(String podNamespace) {
        return namespace.filter(value -> !value.equals(podNamespace));
    }

    private static void require(boolean valid, String what, String value) {
        if (!valid) {
            throw new IllegalArgumentException("not a valid name of " + what + ": " + GoText.quote(value));
        }
    }
}
