// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.kube.Standing;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FollowedTest {
    private final Followed<String> followed =
            new Followed<>(new Standing("texts", System::nanoTime), 10, String::length);

    private static Sighting<String> text(String name, String value) {
        return new Sighting<>(new ObjectName("shop", name), Optional.of(value));
    }

    private Optional<String> get(String name) {
        return followed.get(new ObjectName("shop", name));
    }

    @Test
    void whatThereIsNoRoomForIsUnknown() {
        followed.put(text("a", "123456"));
        followed.put(text("b", "12345"));

        assertThat(get("a")).contains("123456");
        assertThat(get("b")).isEmpty();
    }

    @Test
    void whatGoesLeavesItsRoom() {
        followed.put(text("a", "123456"));
        followed.put(text("a", "1"));
        followed.put(text("b", "12345678"));
        followed.removed(text("b", ""));
        followed.put(text("c", "123456789"));

        assertThat(get("a")).contains("1");
        assertThat(get("b")).isEmpty();
        assertThat(get("c")).contains("123456789");
    }

    /** An earlier value would be taken for what the API server has. */
    @Test
    void whatHasBecomeTooLargeIsForgotten() {
        followed.put(text("a", "1"));
        followed.put(text("a", "12345678901"));
        assertThat(get("a")).isEmpty();

        followed.put(text("a", "1"));
        followed.put(new Sighting<>(new ObjectName("shop", "a"), Optional.empty()));
        assertThat(get("a")).isEmpty();
    }

    @Test
    void aListReplacesAllThatWasKnownOnceItIsWhole() {
        followed.put(text("a", "1"));
        followed.listing();
        followed.found(text("b", "2"));
        assertThat(get("a")).contains("1");
        assertThat(followed.hasListed()).isFalse();

        followed.listed("1");

        assertThat(get("a")).isEmpty();
        assertThat(get("b")).contains("2");
        assertThat(followed.hasListed()).isTrue();
    }
}
