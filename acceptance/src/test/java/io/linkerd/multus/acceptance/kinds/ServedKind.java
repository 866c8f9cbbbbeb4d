// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.kinds;

import io.linkerd.multus.localcluster.apiserver.ApiResponse;
import io.linkerd.multus.localcluster.apiserver.LoneApiServer;
import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Has an API server of its own serve a kind, from before the first test of a class until after the last. */
public final class ServedKind implements BeforeAllCallback, AfterAllCallback {
    private final OwnKind kind;
    private final AtomicReference<Optional<LoneApiServer>> server = new AtomicReference<>(Optional.empty());

    public ServedKind(OwnKind kind) {
        this.kind = kind;
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
        server.set(Optional.of(new LoneApiServer(LocalClusterExtension.kubernetes())));
        kind.define(server().admin());
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        var started = server.getAndSet(Optional.empty());
        if (started.isPresent()) {
            started.get().close();
        }
    }

    public LoneApiServer server() {
        return server.get().orElseThrow();
    }

    /** {@return what the API server makes of an object that is not kept, strictly as kubectl asks for it} */
    public ApiResponse dryRun(String name, String spec) throws IOException {
        return server().admin().create(kind.path() + "?dryRun=All&fieldValidation=Strict", kind.object(name, spec));
    }
}
