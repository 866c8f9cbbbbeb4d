// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.settings;

import io.linkerd.multus.service.settings.SettingsReader;
import java.time.Duration;
import java.util.Optional;

/**
 * Whether the API server is seen to reach the webhook.
 *
 * @param webhook name of the webhook's Deployment, in our own namespace; empty where the controller does not look
 * @param pause from one look to the next, while the webhook is reached
 */
public record ReachSettings(Optional<String> webhook, Duration pause) {
    /** Two small requests a minute; and a person is told within a minute and a half of a way that is closed. */
    private static final Duration USUAL_PAUSE = Duration.ofMinutes(1);

    /** The controller does not look. */
    public static final ReachSettings OFF = new ReachSettings(Optional.empty(), USUAL_PAUSE);

    static ReachSettings read(SettingsReader reader) {
        return new ReachSettings(
                reader.name(SettingsReader.PREFIX + "WEBHOOK"),
                reader.duration(SettingsReader.PREFIX + "REACH_PAUSE", USUAL_PAUSE));
    }
}
