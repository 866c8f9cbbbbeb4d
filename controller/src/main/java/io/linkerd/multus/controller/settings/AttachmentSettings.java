// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.settings;

import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.service.settings.AttachmentScopeSetting;
import io.linkerd.multus.service.settings.SettingsReader;
import java.time.Duration;
import java.util.Optional;

/**
 * Where the attachments are kept.
 *
 * @param scope one in each namespace, or one for all; the webhook is told the same
 * @param handover how long one of the other scope stays at least, since replicas of the webhook that were told the other scope may still
 *     send pods to it; and how long nodes whose installer does not get ready hold back a changed path of the plugin's kubeconfig
 * @param adopts whether those that the attach operator made are taken over
 * @param looksForMultus how often the controller looks whether the cluster has got Multus, where that would change the release's mode
 */
public record AttachmentSettings(
        AttachmentScope scope, Duration handover, boolean adopts, Optional<Duration> looksForMultus) {
    /** As long as a Deployment may take to roll out before Kubernetes calls it failed: {@code progressDeadlineSeconds}. */
    static final Duration HANDOVER = Duration.ofMinutes(10);

    static AttachmentSettings read(SettingsReader reader) {
        return new AttachmentSettings(
                AttachmentScopeSetting.read(reader),
                reader.duration(SettingsReader.PREFIX + "ATTACHMENT_HANDOVER", HANDOVER),
                reader.flag(SettingsReader.PREFIX + "ADOPT_ATTACHMENTS", false),
                Optional.of(reader.duration(SettingsReader.PREFIX + "LOOK_FOR_MULTUS", Duration.ZERO))
                        .filter(Duration::isPositive));
    }
}
