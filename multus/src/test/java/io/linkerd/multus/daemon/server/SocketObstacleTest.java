// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SocketObstacleTest {

    @Test
    void rootAndTheDaemonsOwnUserMayHaveTheFolder() {
        assertThat(SocketObstacle.isTrusted(0, 0)).isTrue();
        assertThat(SocketObstacle.isTrusted(0, 1000)).isTrue();
        assertThat(SocketObstacle.isTrusted(1000, 1000)).isTrue();
    }

    @Test
    void anotherUserMayNot() {
        assertThat(SocketObstacle.isTrusted(1000, 0)).isFalse();
        assertThat(SocketObstacle.isTrusted(1000, 1001)).isFalse();
    }
}
