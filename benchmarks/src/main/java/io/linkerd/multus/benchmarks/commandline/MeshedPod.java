// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.commandline;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.localcluster.apiserver.PlainApiClient;
import java.io.IOException;

/** One of the pods that there are. */
record MeshedPod(String namespace, String name) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** {@return any of those that are meshed} */
    static MeshedPod any(PlainApiClient api) throws IOException {
        var first = JSON.readTree(api.get("/api/v1/pods?limit=1&labelSelector=linkerd.io%2Fcontrol-plane-ns")
                        .orThrow())
                .at("/items/0/metadata");
        if (first.isMissingNode()) {
            throw new IOException("the cluster has no meshed pod");
        }
        return new MeshedPod(
                first.path("namespace").asText(), first.path("name").asText());
    }
}
