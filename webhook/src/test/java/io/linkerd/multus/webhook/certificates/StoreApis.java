// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.kubernetes.client.util.ClientBuilder;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.linkerd.multus.service.kube.WatchTransport;
import io.linkerd.multus.webhook.cluster.OkHttpTransport;
import java.time.Duration;

/** Stores at a fake API server, reached as in the running webhook. */
final class StoreApis {
    private StoreApis() {}

    static StoreApi of(FakeApiServer api) {
        return new StoreApi(transport(api), Duration.ofSeconds(10));
    }

    static WatchTransport transport(FakeApiServer api) {
        var builder = new ClientBuilder().setBasePath(api.url());
        return new OkHttpTransport(builder, builder.build());
    }
}
