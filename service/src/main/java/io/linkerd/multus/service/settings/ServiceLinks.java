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
    private static final Pattern LINK = Pattern.compile("(?<service>[A-Z0-9_]+?)"
            + "_(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT(_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)");

    private ServiceLinks() {}

    static boolean isOne(String key, Set<String> keys) {
        var link = LINK.matcher(key);
        return link.matches() && keys.contains(link.group("service") + "_SERVICE_HOST");
    }
}
