// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.contracts.admission.pods.FakeCluster;
import io.linkerd.multus.contracts.admission.pods.PodJson;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an API server may say some day, around what it says today. */
class ReviewDecoysTest {
    private final Reviews reviews = new Reviews(
            new FakeCluster().namespace("shop", NamespaceMarks.of(Map.of("linkerd.io/multus", "enabled"), Map.of())));

    private static ObjectNode review() {
        return PodJson.tree(PodJson.review(
                "shop", PodJson.tree("{'metadata':{'name':'p'},'spec':{'containers':[{'name':'linkerd-proxy'}]}}")));
    }

    private String answer(ObjectNode review) throws MalformedJson {
        return new String(
                reviews.answer(review.toString().getBytes(StandardCharsets.UTF_8))
                        .json(),
                StandardCharsets.UTF_8);
    }

    @ParameterizedTest(name = "in {0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "''                | {'apiVersion':'v2','kind':'Other','request':null}",
                "/request          | {'uid':'other','namespace':'other','operation':'DELETE','subResource':'status','object':null}",
                "/request/resource | {'group':'other','version':'v2','resource':'others'}",
            })
    void takesNothingFromWithinWhatItDoesNotKnow(String place, String decoy) throws MalformedJson {
        var review = review();
        var around = (ObjectNode) review.at(place);
        var members = around.deepCopy();
        around.removeAll().set("decoy", PodJson.tree(decoy));
        around.setAll(members);

        assertThat(answer(review)).isEqualTo(answer(review())).contains("\"patch\"");
    }

    @Test
    void readsAPodThatComesBeforeWhatItIs() throws MalformedJson {
        var review = review();
        var request = review.withObject("/request");
        var members = request.deepCopy();
        request.removeAll().set("object", members.remove("object"));
        request.setAll(members);

        assertThat(answer(review)).isEqualTo(answer(review())).contains("\"patch\"");
    }

    @Test
    void doesNotReadOtherKindsAsPods() throws MalformedJson {
        var review = review();
        review.withObject("/request/resource").put("resource", "podtemplates");
        review.withObject("/request").withObject("object").put("spec", "no pod has this");

        assertThat(answer(review)).contains("\"allowed\":true").doesNotContain("\"patch\"");
    }
}
