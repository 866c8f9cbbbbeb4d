// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.daemon.caches.AttachmentKey;
import io.linkerd.multus.daemon.caches.NetworkCaches.Listing;
import io.linkerd.multus.daemon.delegates.ValidAttachment;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeptContainersTest {
    private static final Listing LISTING = new Listing(
            List.of(
                    new AttachmentKey("main", "a", "eth0"),
                    new AttachmentKey("red", "a", "net1"),
                    new AttachmentKey("main", "b", "eth0"),
                    new AttachmentKey("main", "c", "eth0")),
            List.of());

    @ParameterizedTest
    @ValueSource(strings = {"cni.dev/valid-attachments", "cni.dev/attachments"})
    void areStaleWhereTheRuntimeNamesOthers(String key) {
        var kept = kept("{\"" + key + "\":[{\"containerID\":\"b\",\"ifname\":\"eth0\"}]}", Set.of());

        assertThat(kept.stale()).containsExactly("a", "c");
        assertThat(kept.valid("main")).containsExactly(new ValidAttachment("b", "eth0"));
        assertThat(kept.valid("red")).isEmpty();
    }

    @Test
    void areValidWhileACommandIsAtWorkOnThem() {
        var kept = kept("{\"cni.dev/valid-attachments\":[]}", Set.of("a"));

        assertThat(kept.stale()).containsExactly("b", "c");
        assertThat(kept.valid("red")).containsExactly(new ValidAttachment("a", "net1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"cni.dev/valid-attachments\":null}", "{\"cni.dev/valid-attachments\":7}"})
    void areAllValidWhereTheRuntimeNamesNone(String config) {
        assertThat(kept(config, Set.of()).stale()).isEmpty();
    }

    private static KeptContainers kept(String config, Set<String> inWork) {
        var json = JsonText.read(config, JsonLimits.ofLength(1 << 10).build()).orElse(reason -> {
            throw new AssertionError(reason);
        });
        return KeptContainers.of(LISTING, json.root(), inWork);
    }
}
