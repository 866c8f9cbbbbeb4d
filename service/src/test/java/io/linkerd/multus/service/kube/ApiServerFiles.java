// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/** Token and trust anchor as a pod finds them. */
final class ApiServerFiles {
    private ApiServerFiles() {}

    static InCluster of(FakeApiServer api, int port, Path folder) throws IOException {
        var token = Files.writeString(folder.resolve("token"), "pods-own\n");
        var anchor = Files.writeString(folder.resolve("ca.crt"), api.caPem());
        return new InCluster(URI.create("https://127.0.0.1:" + port), token, anchor);
    }

    static InCluster of(FakeApiServer api, Path folder) throws IOException {
        return of(api, api.port(), folder);
    }
}
