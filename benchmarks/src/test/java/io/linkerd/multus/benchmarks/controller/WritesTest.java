// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.controller;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WritesTest {
    private static final Writes WRITES = Writes.read("""
            # TYPE apiserver_request_total counter
            apiserver_request_total{code="200",resource="network-attachment-definitions",verb="APPLY",version="v1"} 1200
            apiserver_request_total{code="409",resource="network-attachment-definitions",verb="APPLY",version="v1"} 3
            apiserver_request_total{code="200",resource="network-attachment-definitions",verb="LIST",version="v1"} 7
            apiserver_request_total{code="201",resource="events",verb="POST",version="v1"} 1e+01
            apiserver_request_total{code="200",resource="leases",verb="PUT",version="v1"} 99
            apiserver_request_duration_seconds_count{resource="events",verb="POST"} 55
            """);

    @Test
    void countsWhatWasWrittenWhateverCameOfIt() {
        assertThat(WRITES.attachments()).isEqualTo(1203);
    }

    @Test
    void neitherLooksNorLeasesAreCounted() {
        assertThat(WRITES.all()).isEqualTo(1213);
    }

    @Test
    void nothingWrittenIsZero() {
        assertThat(Writes.read("up 1\n").attachments()).isZero();
    }
}
