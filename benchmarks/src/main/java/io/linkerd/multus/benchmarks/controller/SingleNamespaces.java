// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.controller;

import io.linkerd.multus.benchmarks.figures.Figure;
import io.linkerd.multus.benchmarks.figures.Sample;
import io.linkerd.multus.benchmarks.figures.Series;
import io.linkerd.multus.benchmarks.workplace.ManyNamespaces;
import io.linkerd.multus.localcluster.apiserver.PlainApiClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Namespaces that opt in one after the other, and out again, while nothing else happens. */
record SingleNamespaces(AttachmentWatch watch, Series series) {
    private static final int COUNT = 50;
    private static final double MILLISECOND = 1e6;
    private static final double SECOND = 1e9;

    static void optIn(PlainApiClient api, String namespace) throws IOException {
        annotate(api, namespace, "\"enabled\"");
    }

    private static void optOut(PlainApiClient api, String namespace) throws IOException {
        annotate(api, namespace, "null");
    }

    private static void annotate(PlainApiClient api, String namespace, String value) throws IOException {
        api.merge(
                        "/api/v1/namespaces/" + namespace,
                        "{\"metadata\":{\"annotations\":{\"linkerd.io/multus\":" + value + "}}}")
                .orThrow();
    }

    void run() throws IOException, InterruptedException {
        var namespaces = new ManyNamespaces(watch.attachments().api(), "single", false, COUNT);
        namespaces.create();
        var times = in(namespaces);
        series.add(Figure.CONTROLLER_ONE_P50, Sample.of(times).median());
        series.add(
                Figure.CONTROLLER_ONE_MOST,
                times.stream().mapToDouble(Double::doubleValue).max().orElseThrow());
        out(namespaces);
    }

    /** {@return how long each took, in milliseconds} */
    private List<Double> in(ManyNamespaces namespaces) throws IOException, InterruptedException {
        var api = watch.attachments().api();
        var before = Writes.now(api);
        var times = new ArrayList<Double>();
        for (var number = 0; number < COUNT; number++) {
            var begin = System.nanoTime();
            optIn(api, namespaces.name(number));
            times.add((watch.is(namespaces.name(number), true) - begin) / MILLISECOND);
        }
        Thread.sleep(AttachmentWatch.QUIET);
        series.add(Figure.CONTROLLER_ONE_WRITES, (double) Writes.now(api).ofController(before) / COUNT);
        return times;
    }

    /** None is waited for: an attachment stays for seconds, for pods that were admitted before its namespace opted out. */
    private void out(ManyNamespaces namespaces) throws IOException, InterruptedException {
        var api = watch.attachments().api();
        var before = Writes.now(api);
        var begin = System.nanoTime();
        for (var number = 0; number < COUNT; number++) {
            optOut(api, namespaces.name(number));
        }
        var last = begin;
        for (var number = 0; number < COUNT; number++) {
            last = watch.is(namespaces.name(number), false);
        }
        series.add(Figure.CONTROLLER_OUT, (last - begin) / SECOND);
        Thread.sleep(AttachmentWatch.QUIET);
        series.add(Figure.CONTROLLER_OUT_WRITES, (double) Writes.now(api).ofController(before) / COUNT);
    }
}
