// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

/**
 * Whom {@link NetworkAttachments} call.
 *
 * @param onChange after their counts may have become others
 * @param onFight after a fight over an attachment has begun or ended
 */
public record AttachmentListeners(Runnable onChange, Runnable onFight) {}
