// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.shim;

import java.util.List;

/** The daemons that are in use, by how they answer probes. */
enum PeerGeneration {
    /** Knows GET /healthz alone, and says so with 405. */
    V4_0_2("POST /readyz", "POST /healthz", "GET /healthz") {
        @Override
        int probe(PeerRequest request) {
            return !request.path().equals("/healthz") ? 404 : request.method().equals("GET") ? 200 : 405;
        }
    },
    /** 4.1 to 4.3. */
    V4_3_0("POST /readyz", "POST /healthz") {
        @Override
        int probe(PeerRequest request) {
            return request.path().equals("/healthz") ? 200 : 404;
        }
    },
    /** What came after 4.3, and our own daemon. */
    NEWEST("POST /readyz") {
        @Override
        int probe(PeerRequest request) {
            return 200;
        }
    },
    /** The newest, between SIGTERM and its end. */
    ENDING("POST /readyz") {
        @Override
        int probe(PeerRequest request) {
            return request.path().equals("/healthz") ? 200 : 500;
        }
    };

    private final String probes;

    PeerGeneration(String... probes) {
        this.probes = String.join(",", probes);
    }

    abstract int probe(PeerRequest request);

    /** Returns the requests by which the shim finds out that it is ready. */
    List<String> probes() {
        return List.of(probes.split(",", -1));
    }

    /** Returns a daemon that answers probes as this one, and other requests so. */
    UnaryAnswers answering(PeerAnswer answer) {
        return answering(_ -> answer);
    }

    UnaryAnswers answering(UnaryAnswers answers) {
        return request -> request.path().equals("/cni") ? answers.answer(request) : PeerAnswer.of(probe(request), "");
    }

    /** What a peer says to a request. */
    @FunctionalInterface
    interface UnaryAnswers {
        PeerAnswer answer(PeerRequest request);
    }
}
