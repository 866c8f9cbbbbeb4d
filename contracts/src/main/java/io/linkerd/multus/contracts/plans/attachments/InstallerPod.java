// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.attachments;

import io.linkerd.multus.contracts.names.Linkerd;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What one installer's pod tells of its node.
 *
 * @param ready whether it has written what it was told to, and is not being deleted
 * @param kubeconfigPath where it was told to write the plugin's kubeconfig; empty where it does not say
 */
public record InstallerPod(String node, boolean ready, String kubeconfigPath) {
    /**
     * {@return where a pod was told to write the plugin's kubeconfig; empty where it was not} Installers of every version are told alike.
     *
     * @param environments of its containers, what is said by value
     */
    public static String kubeconfigPath(Stream<Map<String, String>> environments) {
        return environments
                .filter(told -> told.containsKey(Linkerd.NET_DIRECTORY_VARIABLE)
                        && told.containsKey(Linkerd.KUBECONFIG_NAME_VARIABLE))
                .map(told ->
                        told.get(Linkerd.NET_DIRECTORY_VARIABLE) + "/" + told.get(Linkerd.KUBECONFIG_NAME_VARIABLE))
                .findFirst()
                .orElse("");
    }
}
