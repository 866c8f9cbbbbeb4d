// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.settings;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Recognises the variables that the kubelet adds for each Service of the namespace.
 *
 * <p>Our own Service {@code linkerd-multus-webhook} gives {@code LINKERD_MULTUS_WEBHOOK_SERVICE_HOST} and its like,
 * which begin as our settings do and are none.
 */
final class ServiceLinks {
    /** <a href="https://kubernetes.io/docs/tutorials/services/connect-applications-service/">Shape of the names.</a> */
    private static final Pattern LINK = Pattern.compile(
            "(?<service>[A-Z0-9_]+?)_(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT(_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)");

    private ServiceLinks() {}

    static boolean contains(String key, Map<String, String> environment) {
        Matcher link = LINK.matcher(key);
        return link.matches() && environment.containsKey(link.group("service") + "_SERVICE_HOST");
    }
}
