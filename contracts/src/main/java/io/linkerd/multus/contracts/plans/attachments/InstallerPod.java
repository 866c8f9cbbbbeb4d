// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.attachments;

/**
 * What one installer's pod tells of its node.
 *
 * @param ready whether it has written what it was told to, and is not being deleted
 * @param kubeconfigPath where it was told to write the plugin's kubeconfig; empty where it does not say
 */
public record InstallerPod(String node, boolean ready, String kubeconfigPath) {}
