// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.rotations;

import io.linkerd.multus.localcluster.apiserver.PlainApiClient;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** Makes meshed pods, dry-run, on some connections at once: no faster than it is told, so that they are spread over the whole time. */
final class PodMaker implements AutoCloseable {
    private static final int AT_ONCE = 8;
    private static final long PAUSE_NANOS = 5_000_000;
    private static final int ALLOWANCE = 500;

    /** Where the workload that the image was trained with makes its pods. */
    private static final String PODS = "/api/v1/namespaces/meshed-pods/pods?dryRun=All";

    private static final String POD = """
            {"apiVersion":"v1","kind":"Pod","metadata":{"generateName":"app-","annotations":{"linkerd.io/inject":"enabled"}},
            "spec":{"initContainers":[{"name":"linkerd-proxy","image":"proxy","restartPolicy":"Always",
            "securityContext":{"runAsUser":2102}}],"containers":[{"name":"app","image":"app",
            "securityContext":{"runAsUser":1000660000}}]}}""";

    private final PlainApiClient api;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong made = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final AtomicReference<Optional<String>> problem = new AtomicReference<>(Optional.empty());
    private volatile double wanted = ALLOWANCE;
    private volatile boolean over;

    PodMaker(PlainApiClient api) {
        this.api = api;
        for (var number = 0; number < AT_ONCE; number++) {
            threads.execute(this::work);
        }
    }

    /** Lets it make so many, and a few more. */
    void keepPace(double pods) {
        wanted = pods + ALLOWANCE;
    }

    /** {@return how many were admitted as they should be} */
    long made() {
        return made.get();
    }

    /** {@return how many were not} */
    long failures() {
        return failures.get();
    }

    /** {@return what was said to the first of these} */
    Optional<String> problem() {
        return problem.get();
    }

    private void work() {
        while (!over) {
            if (begun.get() >= wanted) {
                LockSupport.parkNanos(PAUSE_NANOS);
                continue;
            }
            begun.incrementAndGet();
            make().ifPresentOrElse(this::fail, made::incrementAndGet);
        }
    }

    private Optional<String> make() {
        try {
            var answer = api.create(PODS, POD);
            boolean changed = answer.status() == 201
                    && answer.body().contains("\"k8s.v1.cni.cncf.io/networks\":")
                    && answer.body().contains("\"runAsUser\":1000669999");
            return changed ? Optional.empty() : Optional.of(answer.toString());
        } catch (IOException e) {
            return Optional.of(e.toString());
        }
    }

    private void fail(String why) {
        failures.incrementAndGet();
        problem.compareAndSet(Optional.empty(), Optional.of(why));
    }

    @Override
    public void close() {
        over = true;
        threads.close();
    }
}
