// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * What the server has counted, in Prometheus' text format. {@code multus_server_request_total} has the name and the labels that it has in upstream's
 * daemon.
 */
public final class RequestMetrics {
    /** A client chooses its methods; any other is one more label for all. */
    private static final Set<String> METHODS =
            Set.of("CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE");

    private final Map<String, LongAdder> requests = new ConcurrentSkipListMap<>();
    private final Map<String, LongAdder> refusals = new ConcurrentSkipListMap<>();
    private final Map<String, LongSupplier> gauges = new ConcurrentSkipListMap<>();
    private final LongAdder cancellations = new LongAdder();
    private final Histogram waiting = new Histogram();
    private final Histogram working = new Histogram();

    /** {@return all of it, in text format 0.0.4} */
    public String text() {
        return family(
                        "multus_server_request_total",
                        "counter",
                        "HTTP requests, by handler, code and method.",
                        sums(requests))
                + family(
                        "multus_server_refused_total",
                        "counter",
                        "Requests and connections refused by the server, by reason.",
                        sums(refusals))
                + family(
                        "multus_server_cancelled_total",
                        "counter",
                        "Requests whose client went away before the answer.",
                        "multus_server_cancelled_total " + cancellations.sum() + "\n")
                + gauges()
                + family(
                        "multus_server_queue_seconds",
                        "histogram",
                        "Waits of requests for their turn.",
                        waiting.text("multus_server_queue_seconds"))
                + family(
                        "multus_server_work_seconds",
                        "histogram",
                        "Requests in work.",
                        working.text("multus_server_work_seconds"));
    }

    /** An answer was sent; {@code handler} is the path of an endpoint, or NotFound. */
    void answered(String handler, int code, String method) {
        var known = METHODS.contains(method) ? method.toLowerCase(Locale.ROOT) : "unknown";
        count(
                requests,
                "multus_server_request_total{code=\"" + code + "\",handler=\"" + handler + "\",method=\"" + known
                        + "\"}");
    }

    void refused(Refusal why) {
        count(refusals, "multus_server_refused_total{reason=\"" + why.label() + "\"}");
    }

    /** The client of a request went away before its answer. */
    void cancelled() {
        cancellations.increment();
    }

    void waited(Duration time) {
        waiting.add(time);
    }

    void worked(Duration time) {
        working.add(time);
    }

    /** {@return how many requests were worked on until now} */
    public long worked() {
        return working.count();
    }

    /** Has something shown as it is at the moment of each look; a series of a name in {@code _total} is a counter. */
    public void watch(String series, LongSupplier value) {
        gauges.put(series, value);
    }

    private String gauges() {
        var families = new TreeMap<String, SortedMap<String, LongSupplier>>();
        gauges.forEach((series, value) ->
                families.computeIfAbsent(name(series), _ -> new TreeMap<>()).put(series, value));
        var text = new StringBuilder();
        families.forEach((name, members) -> {
            text.append("# TYPE ").append(name).append(name.endsWith("_total") ? " counter\n" : " gauge\n");
            members.forEach((series, value) ->
                    text.append(series).append(' ').append(value.getAsLong()).append('\n'));
        });
        return text.toString();
    }

    private static String name(String series) {
        int labels = series.indexOf('{');
        return labels < 0 ? series : series.substring(0, labels);
    }

    private static String sums(Map<String, LongAdder> counters) {
        var text = new StringBuilder();
        counters.forEach((series, count) ->
                text.append(series).append(' ').append(count.sum()).append('\n'));
        return text.toString();
    }

    private static String family(String name, String type, String help, String samples) {
        return "# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n" + samples;
    }

    private static void count(Map<String, LongAdder> counters, String series) {
        counters.computeIfAbsent(series, _ -> new LongAdder()).increment();
    }
}
