// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.credentials;

import io.linkerd.multus.installer.platform.HostRoot;
import io.linkerd.multus.installer.settings.CredentialSettings;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.service.kube.ApiClient;
import io.micronaut.context.annotation.Factory;
import jakarta.inject.Singleton;
import java.util.random.RandomGenerator;

/** Chooses where the plugin's token comes from. */
@Factory
final class CredentialBeans {
    @Singleton
    PluginTokens tokens(
            InstallerSettings settings,
            ApiClient api,
            HostRoot host,
            Clocks clocks,
            RandomGenerator random,
            Wakeups wakeups) {
        return switch (settings.credentials()) {
            case CredentialSettings.Projected _ ->
                new ProjectedTokens(settings.api().cluster().tokenFile());
            case CredentialSettings.Minted minted -> {
                var requests = new TokenRequests(api, settings.release().namespace(), minted, clocks.wall());
                var kubeconfig = host.at(settings.node().kubeconfigPath());
                yield new MintedTokens(requests, kubeconfig, clocks, random, wakeups);
            }
        };
    }
}
