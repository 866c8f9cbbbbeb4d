// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.settings;

import io.linkerd.multus.service.settings.SettingsReader;

/**
 * What rollouts are told; whether they may restart workloads is asked of the API server, and whether they are to is said by a
 * {@code LinkerdConfig}.
 *
 * @param account name of our service account, by which the policies are called that keep its rights small
 * @param dryRunNamespace where pods and Services are created as dry runs
 */
public record RolloutSettings(String account, String dryRunNamespace) {
    static RolloutSettings read(SettingsReader reader, String own, String namespace) {
        return new RolloutSettings(
                reader.name(SettingsReader.PREFIX + "ROLLOUTS_ACCOUNT").orElse(own),
                reader.name(SettingsReader.PREFIX + "ROLLOUTS_DRY_RUN_NAMESPACE")
                        .orElse(namespace));
    }
}
