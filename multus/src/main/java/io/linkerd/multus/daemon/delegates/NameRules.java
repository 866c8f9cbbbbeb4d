// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.daemon.requests.CniError;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** The names with which libcni adds a container to a network. */
final class NameRules {
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9_.\\-]*");

    /** IFNAMSIZ of Linux, less the byte that ends the name. */
    private static final int LONGEST_INTERFACE = 16 - 1;

    private NameRules() {}

    /** {@return why no plugin is called with these} */
    static Optional<CniError> problem(String containerId, String network, String interfaceName) {
        return container(containerId).or(() -> network(network)).or(() -> interfaceName(interfaceName));
    }

    private static Optional<CniError> container(String id) {
        if (id.isEmpty()) {
            return error(CniError.UNKNOWN_CONTAINER, "missing containerID", "");
        }
        return isName(id)
                ? Optional.empty()
                : error(CniError.INVALID_ENVIRONMENT, "invalid characters in containerID", shown(id));
    }

    private static Optional<CniError> network(String name) {
        if (name.isEmpty()) {
            return error(CniError.INVALID_NETWORK_CONFIG, "missing network name:", "");
        }
        return isName(name)
                ? Optional.empty()
                : error(CniError.INVALID_NETWORK_CONFIG, "invalid characters found in network name", shown(name));
    }

    /** {@return why no interface can be called so} */
    static Optional<CniError> interfaceName(String name) {
        if (name.isEmpty()) {
            return invalid("interface name is empty", "");
        }
        if (GoText.length(name) > LONGEST_INTERFACE) {
            return invalid(
                    "interface name is too long",
                    "interface name should be less than " + (LONGEST_INTERFACE + 1) + " characters");
        }
        if (name.equals(".") || name.equals("..")) {
            return invalid("interface name is . or ..", "");
        }
        if (name.codePoints().anyMatch(each -> each == '/' || each == ':' || GoText.isSpace(each))) {
            return invalid("interface name contains / or : or whitespace characters", "");
        }
        return isText(name) ? Optional.empty() : invalid("interface name contains what is no text", shown(name));
    }

    /** {@return whether a file can be called so, as what is kept of it is} A NUL ends a name, and half a character is none. */
    private static boolean isText(String name) {
        try {
            var _ = Path.of(name);
            return true;
        } catch (InvalidPathException _) {
            return false;
        }
    }

    private static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    private static String shown(String text) {
        return GoText.printable(GoText.shorten(text));
    }

    private static Optional<CniError> invalid(String message, String details) {
        return error(CniError.INVALID_ENVIRONMENT, message, details);
    }

    private static Optional<CniError> error(int code, String message, String details) {
        return Optional.of(new CniError(code, message, details));
    }
}
