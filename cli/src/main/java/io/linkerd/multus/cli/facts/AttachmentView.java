// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.facts;

/**
 * A NetworkAttachmentDefinition of Linkerd's plugin.
 *
 * @param config its {@code spec.config}; empty where the plugin's configuration is a file of the node
 * @param isOurs whether linkerd-multus keeps it
 */
public record AttachmentView(String namespace, String config, boolean isOurs) {}
