// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.kube;

import io.linkerd.multus.installer.settings.InstallerSettings;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.exceptions.DisabledBeanException;
import jakarta.inject.Singleton;
import java.util.random.RandomGenerator;

/** Watches our DaemonSet where its name is known; else there is nothing to watch. */
@Factory
final class KubeBeans {
    @Singleton
    DaemonSetWatch daemonSet(InstallerSettings settings, ApiClient api, RandomGenerator random) {
        var release = settings.release();
        return release.daemonSet()
                .map(name -> new DaemonSetWatch(api, release.namespace(), name, random))
                .orElseThrow(() -> new DisabledBeanException("LINKERD_MULTUS_DAEMON_SET is not set"));
    }
}
