// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.controller;

import io.linkerd.multus.localcluster.apiserver.PlainApiClient;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What was written to an API server since it started, as it counts itself.
 *
 * @param requests by resource
 */
record Writes(Map<String, Long> requests) {
    /** The resource that attachments are. */
    static final String ATTACHMENTS = "network-attachment-definitions";

    private static final Pattern REQUESTS = Pattern.compile("^apiserver_request_total\\{(.*)} (\\S+)$");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");
    private static final Set<String> READING = Set.of("GET", "LIST", "WATCH", "CONNECT");
    /** Leases say that somebody is there, again and again; reviews and tokens are questions. */
    private static final Set<String> NOT_COUNTED =
            Set.of("leases", "serviceaccounts", "subjectaccessreviews", "tokenreviews", "selfsubjectaccessreviews");

    private static final Set<String> OF_THE_BENCH = Set.of("namespaces", "pods", "configmaps");

    /** Asks the API server. */
    static Writes now(PlainApiClient api) throws IOException {
        return read(api.get("/metrics").orThrow());
    }

    static Writes read(String metrics) {
        var requests = new HashMap<String, Long>();
        metrics.lines().map(REQUESTS::matcher).filter(line -> line.matches()).forEach(line -> {
            var labels = new HashMap<String, String>();
            LABEL.matcher(line.group(1)).results().forEach(label -> labels.put(label.group(1), label.group(2)));
            var resource = labels.getOrDefault("resource", "");
            if (!READING.contains(labels.getOrDefault("verb", "")) && !NOT_COUNTED.contains(resource)) {
                requests.merge(resource, (long) Double.parseDouble(line.group(2)), Long::sum);
            }
        });
        return new Writes(Map.copyOf(requests));
    }

    /** {@return how often each of so many attachments was written since {@code earlier}} */
    double perAttachment(Writes earlier, long number) {
        return (double) (attachments() - earlier.attachments()) / number;
    }

    /** {@return those of attachments} */
    long attachments() {
        return requests.getOrDefault(ATTACHMENTS, 0L);
    }

    /** {@return those since {@code earlier} of what only the controller writes here} Namespaces, pods and configuration come from the bench. */
    long ofController(Writes earlier) {
        return fromController() - earlier.fromController();
    }

    private long fromController() {
        return requests.entrySet().stream()
                .filter(each -> !OF_THE_BENCH.contains(each.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** {@return all of them} */
    long all() {
        return requests.values().stream().mapToLong(Long::longValue).sum();
    }
}
