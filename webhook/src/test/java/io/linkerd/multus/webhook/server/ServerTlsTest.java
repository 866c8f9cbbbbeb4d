// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.OpenSslServerSessionContext;
import io.netty.util.ReferenceCountUtil;
import java.security.KeyStore;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class ServerTlsTest {
    /** It kept 20,480 of them, of a kilobyte each, for whoever does without tickets. */
    @Test
    void keepsNoSessionsThatStrangersLeave() throws Exception {
        Assumptions.assumeTrue(OpenSsl.isAvailable(), "no BoringSSL for this machine");
        var keys = KeyStore.getInstance("PKCS12");
        keys.load(null, null);

        var context =
                new ServerTls().serverBuilder().keyStore(keys).openssl(true).buildTcp();

        assertThat(context.sessionContext())
                .isInstanceOfSatisfying(
                        OpenSslServerSessionContext.class,
                        sessions -> assertThat(sessions.isSessionCacheEnabled()).isFalse());
        ReferenceCountUtil.release(context);
    }
}
