// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.workplace;

import io.linkerd.multus.localcluster.apiserver.PlainApiClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Namespaces that are alike.
 *
 * @param prefix of their names
 * @param isMeshed whether they opt in
 * @param count how many
 */
public record ManyNamespaces(PlainApiClient api, String prefix, boolean isMeshed, int count) {
    private static final String RANGE = "\"openshift.io/sa.scc.uid-range\":\"1000660000/10000\"";
    private static final int AT_ONCE = 8;

    /** Something that is done to a namespace. */
    public interface Act {
        void on(String namespace) throws IOException;
    }

    /** Makes them, as OpenShift has them. */
    public void create() throws IOException, InterruptedException {
        each(
                AT_ONCE,
                name -> api.create("/api/v1/namespaces", """
                        {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"%s","annotations":{%s}}}
                        """.formatted(
                                        name, isMeshed ? "\"linkerd.io/multus\":\"enabled\"," + RANGE : RANGE))
                        .orThrow());
    }

    /** Does something to each, to so many at a time. */
    public void each(int atOnce, Act act) throws IOException, InterruptedException {
        var done = new ArrayList<Future<?>>();
        try (var threads = Executors.newFixedThreadPool(atOnce)) {
            for (var number = 0; number < count; number++) {
                var name = name(number);
                done.add(threads.submit(() -> {
                    act.on(name);
                    return name;
                }));
            }
            for (var each : done) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw new IOException("one of the namespaces failed: " + e.getCause(), e.getCause());
        }
    }

    /** {@return the name of one of them} */
    public String name(int number) {
        return "%s-%05d".formatted(prefix, number);
    }
}
