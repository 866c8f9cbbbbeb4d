// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.lifecycle;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.installer.credentials.PluginToken;
import io.linkerd.multus.installer.credentials.PluginTokens;
import io.linkerd.multus.installer.health.Metrics;
import io.linkerd.multus.installer.health.Metrics.Family;
import io.linkerd.multus.installer.health.ProcessMemory;
import io.linkerd.multus.installer.health.Pulse;
import io.linkerd.multus.installer.health.Readiness;
import io.linkerd.multus.installer.platform.HostRoot;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.health.Health;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;

/** How the installer is doing: the node, its threads, and what it has to know before anybody counts on it. */
@Singleton
public final class InstallerHealth implements Health {
    private final Readiness readiness;
    private final Pulse pulse;
    private final InstallerThreads threads;
    private final PluginTokens tokens;
    private final Metrics metrics;
    private final HostRoot host;
    private final InstantSource clock;

    InstallerHealth(
            Readiness readiness,
            Pulse pulse,
            InstallerThreads threads,
            PluginTokens tokens,
            Metrics metrics,
            HostRoot host,
            Clocks clocks) {
        this.readiness = readiness;
        this.pulse = pulse;
        this.threads = threads;
        this.tokens = tokens;
        this.metrics = metrics;
        this.host = host;
        this.clock = clocks.wall();
    }

    @Override
    public List<String> whyNotReady() {
        return Stream.of(removed(), readiness.whyNotReady(), pulse.whyNotReady(), threads.whyNotReady())
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public List<String> whyNotAlive() {
        return Stream.of(removed(), threads.whyNotAlive(), pulse.whyNotAlive())
                .flatMap(List::stream)
                .toList();
    }

    /** Only another container gets to see the folders that the host has now. */
    private List<String> removed() {
        return host.removed().stream()
                .map(folder -> "the host has removed " + folder
                        + " or made it anew, and this container sees the former one until it is started again")
                .toList();
    }

    @Override
    public String metrics() {
        metrics.set(Family.READY, whyNotReady().isEmpty() ? 1 : 0);
        ProcessMemory.show(metrics);
        pulse.silence()
                .ifPresentOrElse(
                        silence -> metrics.set(
                                Family.LAST_LOOK_TIMESTAMP_SECONDS,
                                clock.instant().minus(silence).getEpochSecond()),
                        () -> metrics.clear(Family.LAST_LOOK_TIMESTAMP_SECONDS));
        if (tokens.current() instanceof Result.Ok<PluginToken>(var token)
                && !token.expiresAt().equals(Instant.MAX)) {
            metrics.set(Family.TOKEN_ISSUED_TIMESTAMP_SECONDS, token.issuedAt().getEpochSecond());
            metrics.set(Family.TOKEN_EXPIRY_TIMESTAMP_SECONDS, token.expiresAt().getEpochSecond());
        } else {
            metrics.clear(Family.TOKEN_ISSUED_TIMESTAMP_SECONDS);
            metrics.clear(Family.TOKEN_EXPIRY_TIMESTAMP_SECONDS);
        }
        return metrics.text();
    }
}
