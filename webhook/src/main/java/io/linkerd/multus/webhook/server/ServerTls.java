// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import io.micronaut.context.annotation.Replaces;
import io.micronaut.http.netty.NettySslContextBuilder;
import io.micronaut.http.server.netty.ssl.NettyServerSslFactory;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.OpenSslServerSessionContext;
import io.netty.handler.ssl.SslContext;
import jakarta.inject.Singleton;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's side of TLS. Netty has it done in machine code, by BoringSSL, which need not be compiled before it is quick. Where the
 * library cannot be loaded Java's own is used.
 */
@Singleton
@Replaces(NettyServerSslFactory.class)
final class ServerTls extends NettyServerSslFactory {
    private static final Logger log = LoggerFactory.getLogger(ServerTls.class);

    ServerTls() {
        if (!OpenSsl.isAvailable()) {
            log.atWarn()
                    .addKeyValue("reason", OpenSsl.unavailabilityCause())
                    .log("BoringSSL cannot be loaded; TLS is left to Java, which takes more processor time");
        }
    }

    @Override
    public NettySslContextBuilder serverBuilder() {
        return new Builder();
    }

    /** Keeps no session for a client to resume: an API server resumes none, and strangers could leave 20,000 here. */
    private static final class Builder extends NettySslContextBuilder {
        Builder() {
            super(true);
        }

        @Override
        public SslContext buildTcp() throws Exception {
            var context = super.buildTcp();
            if (context.sessionContext() instanceof OpenSslServerSessionContext sessions) {
                sessions.setSessionCacheEnabled(false);
            }
            return context;
        }
    }
}
