// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.settings;

/**
 * {@value SettingsReader#HEALTH_PORT}: where {@code /livez}, {@code /readyz} and {@code /metrics} of a daemon are served, over plain HTTP.
 *
 * @param number 0 takes any free one
 * @param isSaid the setting names it, and probes ask there; else another one is as good where it is taken
 */
public record HealthPort(int number, boolean isSaid) {

    /** Reads it; {@code usual} is for a daemon that is told nothing. */
    public static HealthPort read(SettingsReader reader, int usual) {
        boolean isSaid = reader.text(SettingsReader.HEALTH_PORT).isPresent();
        return new HealthPort(reader.servingPort(SettingsReader.HEALTH_PORT, usual), isSaid);
    }
}
