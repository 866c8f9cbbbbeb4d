// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import static io.linkerd.multus.webhook.reviews.QuotedReviews.bytes;
import static io.linkerd.multus.webhook.reviews.QuotedReviews.response;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.service.clocks.Deadline;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AttachmentReviewsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String KIND =
            "{'group':'k8s.cni.cncf.io','version':'v1','resource':'network-attachment-definitions'}";
    private static final String GOOD = "{\"type\":\"macvlan\"}";
    private static final String BAD = "{\"typ\":\"macvlan\"}";

    @Test
    void admitsWhatMultusRuns() throws Exception {
        var answer = review("CREATE", attachment("lan", GOOD), "null");

        assertThat(answer.result()).isEqualTo(ReviewResult.UNCHANGED);
        assertThat(Reviews.text(answer))
                .isEqualTo("{\"apiVersion\":\"admission.k8s.io/v1\",\"kind\":\"AdmissionReview\","
                        + "\"response\":{\"uid\":\"u-1\",\"allowed\":true}}");
    }

    @Test
    void refusesWhatMultusCannotRunAndSaysWhereItIsWrong() throws Exception {
        var answer = review("CREATE", attachment("lan", BAD), "null");

        assertThat(answer.result()).isEqualTo(ReviewResult.REFUSED);
        var response = response(answer);
        assertThat(response.at("/allowed").asBoolean()).isFalse();
        assertThat(response.at("/status/code").asInt()).isEqualTo(422);
        assertThat(response.at("/status/reason").asText()).isEqualTo("Invalid");
        assertThat(response.at("/status/message").asText())
                .isEqualTo("Multus could not run NetworkAttachmentDefinition shop/lan: spec.config, line 1, column 1:"
                        + " there is neither a \"type\" nor a list of \"plugins\"");
    }

    @Test
    void warnsAboutWhatMultusAcceptsAllTheSame() throws Exception {
        var response = response(review("CREATE", attachment("0lan", GOOD), "null"));

        assertThat(response.at("/allowed").asBoolean()).isTrue();
        assertThat(response.at("/warnings").toString())
                .isEqualTo("[\"its name begins with 0, which OpenShift's own webhook refuses\"]");
    }

    @Test
    void admitsOneWithoutAnyConfiguration() throws Exception {
        for (var object : List.of(
                "{'metadata':{'name':'istio-cni'}}",
                "{'metadata':{'name':'istio-cni'},'spec':{}}",
                "{'metadata':null,'spec':null}",
                "{'metadata':{'generateName':'lan-'},'spec':{'config':null}}")) {
            assertThat(response(review("CREATE", object, "null")).toString())
                    .isEqualTo("{\"uid\":\"u-1\",\"allowed\":true}");
        }
    }

    /** Finalizers of one that was made before anybody checked could never be taken off, and it could never go. */
    @Test
    void letsAnOldOneThatIsWrongBeLabelledAndDeleted() throws Exception {
        var old = attachment("0lan", BAD);

        assertThat(review("UPDATE", old, old).result()).isEqualTo(ReviewResult.UNCHANGED);
        assertThat(review("UPDATE", attachment("0lan", GOOD), old).result()).isEqualTo(ReviewResult.UNCHANGED);
        assertThat(review("UPDATE", attachment("0lan", "{}"), old).result()).isEqualTo(ReviewResult.REFUSED);
        assertThat(review("DELETE", "null", old).result()).isEqualTo(ReviewResult.UNCHANGED);
        assertThat(review("DELETE", "null", "null").result()).isEqualTo(ReviewResult.UNCHANGED);
    }

    @Test
    void aDryRunIsAnsweredLikeAnyOther() throws Exception {
        var dry = document("CREATE", KIND, "'dryRun':true,'object':" + attachment("lan", BAD));

        assertThat(Reviews.text(answer(dry))).isEqualTo(Reviews.text(review("CREATE", attachment("lan", BAD), "null")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {'version':'v1','resource':'pods'} | CREATE
        {'group':'k8s.cni.cncf.io','version':'v2','resource':'network-attachment-definitions'} | CREATE
        {'group':'k8s.cni.cncf.io','version':'v1','resource':'networks'} | UPDATE
        {'group':'k8s.cni.cncf.io','version':'v1','resource':'network-attachment-definitions'} | CONNECT
        """)
    void whatIsNotForUsIsAdmitted(String resource, String operation) throws Exception {
        var document = document(operation, resource, "'object':" + attachment("lan", BAD));

        assertThat(answer(document).result()).isEqualTo(ReviewResult.UNCHANGED);
    }

    @Test
    void aSubresourceIsNotForUs() throws Exception {
        var document = document("UPDATE", KIND, "'subResource':'status','object':" + attachment("lan", BAD));

        assertThat(answer(document).result()).isEqualTo(ReviewResult.UNCHANGED);
    }

    /** In whatever order keys come: objects are read before it is known what they are. */
    @Test
    void theOrderOfKeysDoesNotMatter() throws Exception {
        var document = "{'request':{'oldObject':null,'object':" + attachment("lan", BAD) + ",'resource':" + KIND
                + ",'operation':'CREATE','namespace':'shop','uid':'u-1'},'kind':'AdmissionReview','apiVersion':'admission.k8s.io/v1'}";

        assertThat(answer(document).result()).isEqualTo(ReviewResult.REFUSED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'oldObject':null",
                "'object':null",
                "'object':[]",
                "'object':{'spec':[]}",
                "'object':{'spec':{'config':{}}}",
                "'object':{'spec':{'config':5}}",
                "'object':{'metadata':{'name':7}}",
                "'object':{'spec':{'config':'x'}",
            })
    void refusesToReadWhatIsNoReview(String rest) {
        assertThatThrownBy(() -> answer(document("CREATE", KIND, rest))).isInstanceOf(MalformedJson.class);
    }

    /** All of them at once would be more than there is memory for. */
    @Test
    void oneIsAdmittedUncheckedForWhichThereIsNoTime() throws Exception {
        var document = document("CREATE", KIND, "'object':" + attachment("lan", BAD));
        var busy = new Admission<>(AttachmentReviews.kind(new Semaphore(0)));

        var answer = busy.read(bytes(document)).answer(Deadline.in(Duration.ZERO, System::nanoTime));

        assertThat(answer.result()).isEqualTo(ReviewResult.UNDECIDED);
        assertThat(response(answer).at("/allowed").asBoolean()).isTrue();
        assertThat(response(answer).at("/warnings/0").asText()).contains("too many at once", "not checked");
    }

    @Test
    void aConnectionsOwnThreadJudgesNone() throws Exception {
        var document = document("CREATE", KIND, "'object':" + attachment("lan", GOOD));

        assertThat(new Admission<>(AttachmentReviews.kind())
                        .read(bytes(document))
                        .answerAtOnce())
                .isEmpty();
    }

    /** Whose answer no encoding could carry. */
    @Test
    void halfOfACharacterIsAnsweredLikeAnyOther() throws Exception {
        for (var config : List.of("{\ud83d", "{\"type\":\"a\",\"\ud83d\":1,\"\ud83d\":2}")) {
            var answer = review("CREATE", attachment("lan", config), "null");
            assertThat(answer.result()).isNotEqualTo(ReviewResult.FAILED);
            assertThat(StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(answer.json()))
                            .toString())
                    .contains("line 1, column ");
        }
    }

    private static Answer review(String operation, String object, String before) throws MalformedJson {
        return answer(document(operation, KIND, "'object':" + object + ",'oldObject':" + before));
    }

    private static String document(String operation, String resource, String rest) {
        return "{'apiVersion':'admission.k8s.io/v1','kind':'AdmissionReview','request':{'uid':'u-1','operation':'"
                + operation + "','namespace':'shop','resource':" + resource + "," + rest + "}}";
    }

    private static String attachment(String name, String config) {
        return "{'metadata':{'name':'" + name + "'},'spec':{'config':"
                + escaped(JSON.getNodeFactory().textNode(config).toString()) + "}}";
    }

    /** In ASCII, with quotes that {@link #answer} leaves alone. */
    private static String escaped(String json) {
        var text = new StringBuilder();
        json.chars()
                .forEach(unit ->
                        text.append(unit < 0x80 ? String.valueOf((char) unit) : String.format("\\u%04x", unit)));
        return text.toString();
    }

    private static Answer answer(String document) throws MalformedJson {
        return QuotedReviews.answer(AttachmentReviews.kind(), document);
    }
}
