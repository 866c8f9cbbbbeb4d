// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.operator;

import static io.linkerd.multus.acceptance.operator.OperatorCluster.ADMISSION;
import static io.linkerd.multus.acceptance.operator.OperatorCluster.DAEMON_SET;
import static io.linkerd.multus.acceptance.operator.OperatorCluster.MULTUS;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.acceptance.kinds.OwnKind;
import org.junit.jupiter.api.Test;

/** What becomes of an operand where things are taken away in another order than the documentation's, on a real API server. */
class WrongOrderIT extends Operated {
    private static final String KIND = OwnKind.LINKERD_MULTUS.definitionPath();

    /** The API server deletes the objects of a kind that is deleted, and waits for them. */
    @Test
    void whoDeletesTheKindHasTheOperandTakenAwayInOrder() throws Exception {
        bringUp("{}");

        cluster.delete(KIND);

        awaitGone(ADMISSION);
        awaitGone(DAEMON_SET);
        awaitGone(KIND);
        assertThat(cluster.isOperatorAlive()).isTrue();

        cluster.define();
        bringUp("{}");
        awaitThere(ADMISSION);
    }

    /** It used to wait for its settings, which an object on its way out does not have, for ever. */
    @Test
    void anOperatorThatComesBackEndsWhatWasBegunWithoutIt() throws Exception {
        bringUp("{}");
        cluster.stop();
        cluster.delete(KIND);
        until(
                "the API server deletes it, too",
                () -> found(MULTUS).at("/metadata").has("deletionTimestamp"));
        assertThat(cluster.find(ADMISSION)).as("the webhook works on").isPresent();

        cluster.start("1");

        awaitGone(DAEMON_SET);
        awaitGone(KIND);
        assertThat(cluster.find(ADMISSION)).isEmpty();
    }

    /** Where no operator comes back, the documentation has a person do this. */
    @Test
    void withoutAnOperatorAPersonCanLetItGo() throws Exception {
        bringUp("{}");
        cluster.stop();

        cluster.kubectl("delete", "mutatingwebhookconfiguration", "zz-linkerd-multus-webhook");
        cluster.kubectl("delete", "linkerdmultus", "cluster", "--wait=false");
        cluster.kubectl(
                "patch", "linkerdmultus", "cluster", "--type=merge", "--patch={\"metadata\": {\"finalizers\": null}}");

        awaitGone(MULTUS);
        assertThat(cluster.find(ADMISSION)).isEmpty();
    }
}
