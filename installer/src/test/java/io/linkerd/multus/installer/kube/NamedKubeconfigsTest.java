// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NamedKubeconfigsTest {
    @Test
    void readsAPathALine() {
        assertThat(NamedKubeconfigs.paths(lease(
                        "{\"metadata\":{\"annotations\":{\"multus.linkerd.io/kubeconfig-paths\":\"/a/b\\n/c\"}}}")))
                .contains(Set.of("/a/b", "/c"));
    }

    /** A leader of an earlier version says nothing, and its attachments name something all the same. */
    @Test
    void aLeaseWithoutAWordIsNoAnswer() {
        assertThat(NamedKubeconfigs.paths(lease("{\"metadata\":{\"name\":\"l\"}}")))
                .isEmpty();
    }

    private static JsonValue lease(String json) {
        return JsonText.read(json, JsonLimits.ofLength(json.length()).build())
                .map(JsonText::root)
                .orElse(reason -> {
                    throw new AssertionError(reason);
                });
    }
}
