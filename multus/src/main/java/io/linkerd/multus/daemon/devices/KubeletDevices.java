// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.devices;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.daemon.commands.PodDevices;
import io.linkerd.multus.daemon.networks.PodIdentity;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.files.FileTrouble;
import io.linkerd.multus.service.retry.Backoff;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.random.RandomGenerator;

/**
 * The devices that kubelet tells of. It is asked on its socket; only where it has none, or serves no API there that is known, is its file
 * read: a file of which kubelet makes no promise, and which lacks claims.
 */
public final class KubeletDevices implements PodDevices {
    /** As long as upstream's. */
    private static final Duration LONGEST = Duration.ofSeconds(10);

    /** Kubelet lets ten calls through at once, and then a hundred in a second; more than pods ask it. */
    private static final int MOST = 4;

    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(20), Duration.ofMillis(500));

    private final PodResourcesApi api;
    private final Path checkpoint;
    private final RandomGenerator random;
    private final Semaphore places = new Semaphore(MOST, true);

    /** Asks by a socket and a file that are kubelet's, below that root, as this process sees it. */
    public KubeletDevices(Path root, RandomGenerator random) {
        var kubelet = root.resolve("var/lib/kubelet");
        this.api = new PodResourcesApi(kubelet.resolve("pod-resources/kubelet.sock"));
        this.checkpoint = kubelet.resolve("device-plugins/kubelet_internal_checkpoint");
        this.random = random;
    }

    @Override
    public Result<Map<String, List<String>>> of(PodIdentity pod, Deadline caller) {
        var deadline = caller.atMost(LONGEST);
        try (var _ = caller.during(deadline::abandon)) {
            return switch (listing(pod, deadline)) {
                case Listing.Devices(var devices) -> new Result.Ok<>(devices);
                case Listing.NotServed(var reason) -> kept(pod, reason);
                case Listing.Busy(var reason) -> unknown("others ask it too often: it still answers " + reason);
                case Listing.Failed(var reason) -> unknown(reason);
            };
        }
    }

    /** Asks anew while kubelet has too many to answer, and time is left. */
    private Listing listing(PodIdentity pod, Deadline deadline) {
        var listing = attempt(pod, deadline);
        for (int attempt = 1;
                listing instanceof Listing.Busy && deadline.pauses(BACKOFF.after(attempt, random));
                attempt++) {
            var next = attempt(pod, deadline);
            if (next instanceof Listing.Failed && deadline.left().isZero()) {
                return listing; // which says more than that there was no time
            }
            listing = next;
        }
        return listing;
    }

    private Listing attempt(PodIdentity pod, Deadline deadline) {
        if (!deadline.takes(places)) {
            return new Listing.Failed("no time was left to ask it");
        }
        try {
            return api.devices(pod, deadline);
        } finally {
            places.release();
        }
    }

    private Result<Map<String, List<String>>> kept(PodIdentity pod, String whyNotAsked) {
        if (pod.uid().isEmpty()) {
            return new Result.Not<>("cannot look up the pod's devices: " + whyNotAsked
                    + ", and kubelet's checkpoint knows pods by the UID, which the container runtime did not tell");
        }
        try {
            return new Result.Ok<>(DeviceCheckpoint.devices(checkpoint, pod));
        } catch (IOException e) {
            return unreadable(whyNotAsked, FileTrouble.inWords(e));
        } catch (MalformedJson e) {
            return unreadable(whyNotAsked, "it is no checkpoint of kubelet's: " + e.reason());
        }
    }

    private <T> Result<T> unreadable(String whyNotAsked, String reason) {
        return new Result.Not<>(
                "cannot look up the pod's devices: " + whyNotAsked + ", and " + checkpoint + " cannot be read: "
                        + reason + "; mount kubelet's folders pod-resources and device-plugins into Multus' pod");
    }

    private <T> Result<T> unknown(String reason) {
        return new Result.Not<>("kubelet does not tell the pod's devices on " + api.socket() + ": " + reason
                + "; see kubelet's log on the node if this stays");
    }
}
