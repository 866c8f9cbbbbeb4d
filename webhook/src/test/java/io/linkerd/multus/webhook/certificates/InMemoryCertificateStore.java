// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.webhook.certificates.Observed.ConfigurationReading;
import io.linkerd.multus.webhook.certificates.Observed.SecretReading;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Both objects with the API server's rules: every write has a new version, and one that is based on an old version is refused. */
final class InMemoryCertificateStore implements CertificateStore {
    static final String WEBHOOK = "pods.multus.linkerd.io";

    private final InstantSource clock;
    private int version;
    private Optional<Map<String, byte[]>> secret = Optional.empty();
    private int secretVersion;
    private SecretReading reading = new SecretReading.Absent();
    private Optional<byte[]> caBundle = Optional.empty();
    private int configurationVersion;
    private final NavigableMap<Instant, TrustBundle> history = new TreeMap<>();
    private boolean available = true;
    private Optional<Runnable> between = Optional.empty();
    final AtomicInteger creations = new AtomicInteger();
    final AtomicInteger lostRaces = new AtomicInteger();
    final AtomicInteger writes = new AtomicInteger();

    InMemoryCertificateStore(InstantSource clock) {
        this.clock = clock;
        editCaBundle(new byte[0]);
    }

    /** Has something happen when the first of the two objects was read and the second was not, once. */
    synchronized void between(Runnable event) {
        between = Optional.of(event);
    }

    @Override
    public ConfigurationReading configuration() {
        var read = readConfiguration();
        happen();
        return read;
    }

    @Override
    public Optional<Instant> time() {
        return Optional.of(clock.instant());
    }

    @Override
    public SecretReading secret() {
        var read = readSecret();
        happen();
        return read;
    }

    private void happen() {
        Optional<Runnable> event;
        synchronized (this) {
            event = between;
            between = Optional.empty();
        }
        event.ifPresent(Runnable::run);
    }

    private synchronized SecretReading readSecret() {
        if (!available) {
            throw new StoreUnavailable("the API server is away");
        }
        return reading;
    }

    private synchronized ConfigurationReading readConfiguration() {
        if (!available) {
            throw new StoreUnavailable("the API server is away");
        }
        return caBundle.<ConfigurationReading>map(_ -> new ConfigurationReading.Present(
                        Integer.toString(configurationVersion),
                        Map.of(WEBHOOK, history.lastEntry().getValue())))
                .orElseGet(ConfigurationReading.Absent::new);
    }

    @Override
    public synchronized WriteResult write(Optional<String> basedOn, Authorities content) {
        var there = secret.map(_ -> Integer.toString(secretVersion));
        if (!basedOn.equals(there)) {
            return lost();
        }
        if (basedOn.isEmpty()) {
            creations.incrementAndGet();
        }
        return store(content);
    }

    @Override
    public synchronized WriteResult trust(CertificateStep.Trust step) {
        if (caBundle.isEmpty() || !step.version().equals(Integer.toString(configurationVersion))) {
            return lost();
        }
        writes.incrementAndGet();
        editCaBundle(step.bundle().pem());
        return WriteResult.WRITTEN;
    }

    private WriteResult store(Authorities content) {
        writes.incrementAndGet();
        editSecret(AuthoritiesFormat.write(content));
        return WriteResult.WRITTEN;
    }

    private WriteResult lost() {
        lostRaces.incrementAndGet();
        return WriteResult.LOST_RACE;
    }

    synchronized void editSecret(Map<String, byte[]> entries) {
        secret = Optional.of(new HashMap<>(entries));
        secretVersion = ++version;
        reading = AuthoritiesFormat.read(Integer.toString(secretVersion), entries);
    }

    synchronized void deleteSecret() {
        secret = Optional.empty();
        reading = new SecretReading.Absent();
    }

    synchronized void editCaBundle(byte[] pem) {
        caBundle = Optional.of(pem);
        configurationVersion = ++version;
        history.put(clock.instant(), TrustBundle.read(pem));
    }

    synchronized void deleteConfiguration() {
        caBundle = Optional.empty();
    }

    synchronized void available(boolean value) {
        available = value;
    }

    /** What an API server trusts that learned of everything up to the given time. */
    synchronized TrustBundle trustAsOf(Instant time) {
        var entry = history.floorEntry(time);
        return entry == null ? TrustBundle.EMPTY : entry.getValue();
    }

    Authorities content() {
        return switch (observe().secret()) {
            case SecretReading.Present(var _, var content) -> content;
            case SecretReading.Absent _, SecretReading.Broken _ -> throw new AssertionError("no authority");
        };
    }
}
