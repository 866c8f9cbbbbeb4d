// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews.plan;

import io.linkerd.multus.contracts.admission.PatchOperation;
import io.linkerd.multus.contracts.admission.PatchOperation.Value;
import io.linkerd.multus.contracts.admission.Verdict;
import io.linkerd.multus.contracts.json.JsonWalk;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import java.util.List;

/**
 * A Lease, reduced to what is answered.
 *
 * @param name of the Lease
 * @param asks whether it asks for an answer, which its label {@link LinkerdMultus#REACH_LABEL} says
 */
public record AskingLease(String name, boolean asks) {
    private static final String LABEL = "/metadata/labels" + PatchOperation.step(LinkerdMultus.REACH_LABEL);

    /**
     * {@return the Lease that the walk stands on}
     *
     * @throws MalformedJson if its name or labels are of the wrong type
     */
    public static AskingLease read(JsonWalk json) throws MalformedJson {
        var reader = new Reader(json);
        json.object(reader::lease);
        return new AskingLease(reader.name, reader.asks);
    }

    /** {@return the answer, in the label by which it was asked for} A Lease that does not ask stays as it is. */
    public Verdict answered() {
        return asks
                ? new Verdict.Admit(
                        List.of(new PatchOperation(LABEL, new Value.Text(LinkerdMultus.REACH_ANSWERED))),
                        List.of(),
                        ReachCause.REACHED,
                        "the API server reaches this replica")
                : new Verdict.Admit(List.of(), List.of(), ReachCause.NOT_ASKED, "it does not ask for an answer");
    }

    private static final class Reader {
        private final JsonWalk json;
        private String name = "";
        private boolean asks;

        Reader(JsonWalk json) {
            this.json = json;
        }

        void lease(String key) throws MalformedJson {
            if (key.equals("metadata")) {
                json.object(this::metadata);
            } else {
                json.skip();
            }
        }

        private void metadata(String key) throws MalformedJson {
            switch (key) {
                case "name" -> name = json.text();
                case "labels" -> json.object(this::label);
                default -> json.skip();
            }
        }

        private void label(String key) throws MalformedJson {
            if (key.equals(LinkerdMultus.REACH_LABEL)) {
                asks = json.text().equals(LinkerdMultus.REACH_ASKED);
            } else {
                json.skip();
            }
        }
    }
}
