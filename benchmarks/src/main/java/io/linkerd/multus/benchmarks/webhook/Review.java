// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.benchmarks.load.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/** What is asked, and what was answered. */
public final class Review {
    /** Where webhooks are asked. */
    static final String PATH = "/mutate/pods";
    /** The proxy's user id in a right answer: the last of the namespace's range. */
    public static final long PROXY_UID = 1000669999;
    /** The network validator's: the one before. */
    public static final long VALIDATOR_UID = 1000669998;

    private static final int OK = 200;
    private static final int LONGEST_NETWORKS = 250 << 10;
    private static final ObjectMapper JSON = new ObjectMapper();

    private Review() {}

    /** {@return a review of a meshed pod as API servers send it: without white space} */
    public static String text() {
        return tree().toString();
    }

    /** {@return the same whose pod asks for a network with so long a name that all of its annotations hold no more, as does the answer} */
    static String longText() {
        var review = tree();
        ((ObjectNode) review.at("/request/object/metadata"))
                .withObject("/annotations")
                .put("k8s.v1.cni.cncf.io/networks", "a".repeat(LONGEST_NETWORKS));
        return review.toString();
    }

    private static JsonNode tree() {
        try (var in = Review.class.getResourceAsStream("/webhook/review.json")) {
            return JSON.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes sure that {@code answer} puts into the pod what {@code right} does, and maybe more. */
    static void verify(Answer answer, Answer right) throws IOException {
        if (!changes(answer).entrySet().containsAll(changes(right).entrySet())) {
            throw new IOException("the pod was changed otherwise: " + answer + ", and should be: " + right);
        }
    }

    /**
     * {@return what {@code answer} puts where in the pod}
     *
     * @throws IOException if it admits no pod
     */
    private static Map<String, String> changes(Answer answer) throws IOException {
        var response = JSON.readTree(answer.text()).path("response");
        if (answer.status() != OK || !response.path("allowed").asBoolean()) {
            throw new IOException("the pod was not admitted: " + answer);
        }
        var changes = new HashMap<String, String>();
        for (var operation :
                JSON.readTree(Base64.getDecoder().decode(response.path("patch").asText()))) {
            changes.put(operation.path("path").asText(), operation.path("value").toString());
        }
        return Map.copyOf(changes);
    }
}
