// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.settings;

/**
 * The Lease that names the leader.
 *
 * @param namespace our own namespace
 * @param name name of the Lease
 * @param identity name of our pod: a killed container comes back under the same name and takes its own lease back at once
 */
public record LeaseSettings(String namespace, String name, String identity) {}
