// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class CredentialsTest {
    /** As one that waits for a code to be typed somewhere: it was waited for for ever. */
    @Test
    void aProgramThatNeverEndsIsNotWaitedForForEver() {
        var never = new CountDownLatch(1);

        assertThatThrownBy(() -> Credentials.within(Duration.ofMillis(50), () -> awaited(never)))
                .isInstanceOf(NoCluster.class)
                .hasMessageContaining("gave none within")
                .hasMessageContaining("kubectl get --raw /version");
        never.countDown();
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            latch.await();
            return true;
        } catch (InterruptedException _) {
            return false;
        }
    }

    /** The JDK quoted the header that it did not take, with the token in it, and it was said to be reported. */
    @Test
    void aTokenWithALineEndIsRefusedWithoutItsWords() {
        assertThatThrownBy(() -> Credentials.requirePlain("eyJhbGciOi\n"))
                .isInstanceOf(NoCluster.class)
                .hasMessageContaining("line end")
                .hasMessageNotContaining("eyJ");
        assertThatNoException().isThrownBy(() -> Credentials.requirePlain("eyJhbGciOi.a-b_c~=/+"));
        assertThatNoException().isThrownBy(() -> Credentials.requirePlain(null));
    }

    @Test
    void whatFailsFailsAsItDid() {
        assertThat(Credentials.within(Duration.ofMinutes(1), () -> "read")).isEqualTo("read");
        assertThatThrownBy(() -> Credentials.within(Duration.ofMinutes(1), () -> {
                    throw new IllegalArgumentException("no");
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no");
    }
}
