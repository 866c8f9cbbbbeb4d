// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import io.linkerd.multus.installer.platform.HostRoot;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.clocks.Wakeups;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Secondary;
import jakarta.inject.Singleton;
import java.util.random.RandomGenerator;

/** What all rooms of the installer share. */
@Factory
final class InstallerBeans {
    @Singleton
    @Secondary
    Clocks clocks() {
        return Clocks.ofTheSystem();
    }

    @Singleton
    @Secondary
    RandomGenerator random() {
        return RandomGenerator.getDefault();
    }

    /** Wakes the thread that keeps the node. */
    @Singleton
    @Secondary
    Wakeups wakeups() {
        return new Wakeups();
    }

    @Singleton
    HostRoot host(InstallerSettings settings) {
        return new HostRoot(settings.node().mountPrefix());
    }
}
