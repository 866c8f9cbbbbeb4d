// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon;

import io.linkerd.multus.daemon.lifecycle.Departure;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.departure.DaemonSetWatch;
import io.linkerd.multus.service.departure.DepartureVerdict;
import io.linkerd.multus.service.departure.Inquiry;
import io.linkerd.multus.service.departure.LastLook;
import io.linkerd.multus.service.kube.ApiTransport;
import io.linkerd.multus.service.kube.WatchTransport;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Whether a stop is a removal of Multus, by the rule that the installer goes by. */
final class RemovalQuestion {
    private RemovalQuestion() {}

    /** {@return the question; a thread follows the DaemonSet from now on, so that it is mostly answered before it is asked} */
    static Departure.Question of(
            DaemonSettings settings,
            WatchTransport api,
            Supplier<? extends ApiTransport> looks,
            RandomGenerator random) {
        return settings.daemonSet()
                .map(
                        name -> {
                            var watch = new DaemonSetWatch(api, settings.namespace(), name, random);
                            Thread.ofVirtual().name("daemon-set").start(watch);
                            var look = new LastLook(looks, settings.namespace(), name);
                            return (Departure.Question) new Inquiry(
                                    watch::knowledge,
                                    look::look,
                                    Thread::sleep,
                                    random,
                                    settings.removeWhenUnreachable())::judge;
                        })
                .orElse(RemovalQuestion::unknown);
    }

    private static DepartureVerdict unknown(Deadline time) {
        return new DepartureVerdict.Leave("there is no DaemonSet to ask about (LINKERD_MULTUS_DAEMON_SET)");
    }
}
