// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.settings;

/**
 * Where Linkerd keeps the configuration of its CNI plugin, and where on the nodes the plugin finds its kubeconfig.
 *
 * @param namespace namespace of Linkerd's ConfigMap; it need not exist yet
 * @param configMap name of Linkerd's ConfigMap
 * @param key of that ConfigMap under which the configuration is
 * @param kubeconfigPath absolute path on the nodes, as the installer writes it
 */
public record CniSettings(String namespace, String configMap, String key, String kubeconfigPath) {}
