// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RemovalTest {
    @Test
    void nobodyIsWaitedForWhereNobodyIs() {
        assertThat(Removal.inWords(List.of())).isEmpty();
    }

    /** A node that was gone for good used to hold the object for ever, and nothing said so. */
    @Test
    void namesTheNodesAndWhatToDo() {
        assertThat(Removal.inWords(pods(2)))
                .contains(
                        "installers that clean their nodes (installer-0 on node node-0, installer-1 on node node-1; where a node does not"
                                + " come back, delete its pod with --force)");
    }

    @Test
    void namesNoMoreThanAPersonReads() {
        assertThat(Removal.inWords(pods(500)).orElseThrow())
                .contains("and more")
                .hasSizeLessThan(300);
    }

    /** A Helm release's installers stay when the LinkerdMultus beside it goes; it used to wait for them, and to advise to delete their pods by force. */
    @Test
    void podsOfAnotherDaemonSetAreNotWaitedFor() {
        var helms = new PodBuilder(pods(1).getFirst())
                .editMetadata()
                .addNewOwnerReference()
                .withKind("DaemonSet")
                .withName("linkerd-multus-installer")
                .withUid("helms")
                .endOwnerReference()
                .endMetadata()
                .build();

        assertThat(Removal.isOfAny(helms, Set.of("helms"))).isTrue();
        assertThat(Removal.isOfAny(helms, Set.of("of-the-other-name"))).isFalse();
        assertThat(Removal.isOfAny(pods(1).getFirst(), Set.of("helms"))).isFalse();
    }

    private static List<Pod> pods(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> new PodBuilder()
                        .withNewMetadata()
                        .withName("installer-" + number)
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName("node-" + number)
                        .endSpec()
                        .build())
                .toList();
    }
}
