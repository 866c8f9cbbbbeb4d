// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Paths of the API, in which names of objects stand. */
public final class ApiPath {
    private static final String CORE = "/api/v1";

    private ApiPath() {}

    /**
     * {@return the path of what is below another path} The parts are encoded.
     *
     * @throws IllegalArgumentException where a part would lead to another object than the one of its name: an empty one to the list of all
     */
    public static String of(String root, String... parts) {
        var path = new StringBuilder(root);
        for (var part : parts) {
            if (part.isEmpty() || part.equals(".") || part.equals("..")) {
                throw new IllegalArgumentException("\"" + part + "\" is no name of an object below " + root);
            }
            path.append('/')
                    .append(URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20"));
        }
        return path.toString();
    }

    /** {@return the path of something of the API group without a name, as in {@code core("namespaces", "shop")}} */
    public static String core(String... parts) {
        return of(CORE, parts);
    }

    /** {@return the path of something of that API group} */
    public static String group(String group, String version, String... parts) {
        return of("/apis/" + group + "/" + version, parts);
    }
}
