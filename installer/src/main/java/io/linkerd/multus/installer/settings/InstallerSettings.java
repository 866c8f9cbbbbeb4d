// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.settings;

import java.util.Map;

/** Everything that the installer is told from outside, read once at the start. */
public record InstallerSettings(
        ModeSetting mode,
        PlatformSetting platform,
        NodeSettings node,
        ApiServerSettings api,
        CredentialSettings credentials,
        ReleaseSettings release,
        ServingSettings serving) {

    /** Reads the environment; throws with every problem that it has, unknown {@code LINKERD_MULTUS_*} included. */
    public static InstallerSettings read(Map<String, String> environment) throws InvalidSettings {
        return new SettingsReader(environment).read();
    }
}
