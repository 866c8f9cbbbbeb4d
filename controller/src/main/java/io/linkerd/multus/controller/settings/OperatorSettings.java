// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.settings;

import io.linkerd.multus.service.settings.SettingsReader;
import java.util.Optional;

/**
 * Whether this controller is an operator, which makes what a {@code LinkerdMultus} asks for.
 *
 * @param alone whether it does nothing else, since nobody lets its other duties go about their work
 * @param version of the product, which its operand has, too
 * @param installer image, where the bundle names one
 * @param webhook image, where the bundle names one
 * @param plugin image, where the bundle names one
 * @param condition name of the OperatorCondition, where OLM runs this operator
 */
public record OperatorSettings(
        boolean enabled,
        boolean alone,
        String version,
        Optional<String> installer,
        Optional<String> webhook,
        Optional<String> plugin,
        Optional<String> condition) {
    private static final String UNKNOWN = "unknown";

    /** No operator. */
    public static final OperatorSettings OFF = new OperatorSettings(
            false, false, UNKNOWN, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** Names without our prefix are OLM's: it has images replaced where they are mirrored, and says itself what its condition is called. */
    static OperatorSettings read(SettingsReader reader) {
        return new OperatorSettings(
                reader.flag(SettingsReader.PREFIX + "OPERATOR", false),
                false,
                reader.text(SettingsReader.PREFIX + "VERSION", UNKNOWN),
                reader.text("RELATED_IMAGE_INSTALLER"),
                reader.text("RELATED_IMAGE_WEBHOOK"),
                reader.text("RELATED_IMAGE_PLUGIN"),
                reader.text("OPERATOR_CONDITION_NAME"));
    }

    /** {@return the same of an operator that has no other duty now} */
    OperatorSettings byItself() {
        return new OperatorSettings(enabled, true, version, installer, webhook, plugin, condition);
    }
}
