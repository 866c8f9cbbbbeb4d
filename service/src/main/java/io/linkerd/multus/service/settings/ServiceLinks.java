// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.settings;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * The variables that the kubelet adds for each Service of the pod's namespace.
 *
 * <p>Our own Service {@code linkerd-multus-webhook} gives {@code LINKERD_MULTUS_WEBHOOK_SERVICE_HOST} and its like, which begin as
 * our settings do and are none. A name that only looks like one of them, and has no Service behind it, is a mistyped setting.
 *
 * @see <a href="https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables">their names</a>
 */
final class ServiceLinks {
    private static final String HOST = "_SERVICE_HOST";
    private static final Pattern REST =
            Pattern.compile(HOST + "|_SERVICE_PORT(_[A-Z0-9_]+)?|_PORT(_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?");

    private ServiceLinks() {}

    static boolean isOne(String key, Set<String> keys) {
        return keys.stream()
                .filter(host -> host.endsWith(HOST))
                .map(host -> host.substring(0, host.length() - HOST.length()))
                .anyMatch(service -> key.startsWith(service)
                        && REST.matcher(key.substring(service.length())).matches());
    }
}
