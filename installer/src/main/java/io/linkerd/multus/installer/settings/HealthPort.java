// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.settings;

import io.linkerd.multus.service.settings.SettingsReader;

/**
 * Where {@code /livez}, {@code /readyz} and {@code /metrics} are served, over plain HTTP.
 *
 * @param number 0 takes any free one
 * @param isSaid somebody has said it, and asks there; else another one is as good where it is taken
 */
public record HealthPort(int number, boolean isSaid) {
    private static final int USUAL = 8080;

    static HealthPort read(SettingsReader reader) {
        boolean isSaid = reader.text(SettingsReader.HEALTH_PORT).isPresent();
        return new HealthPort(reader.servingPort(SettingsReader.HEALTH_PORT, USUAL), isSaid);
    }
}
