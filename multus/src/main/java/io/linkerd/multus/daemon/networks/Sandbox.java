// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

/**
 * What a pod's containers share, as the container runtime names it.
 *
 * @param containerId the sandbox' id
 * @param netns path of its network namespace; empty where there is none any more
 * @param interfaceName of its first interface
 */
public record Sandbox(String containerId, String netns, String interfaceName) {}
