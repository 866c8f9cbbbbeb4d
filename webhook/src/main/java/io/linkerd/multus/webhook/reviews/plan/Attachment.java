// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews.plan;

/**
 * A NetworkAttachmentDefinition, reduced to what is judged.
 *
 * @param name its name; empty where the API server has yet to make one up
 * @param config the CNI configuration, as text; empty where a file on the node has it
 */
public record Attachment(String name, String config) {}
