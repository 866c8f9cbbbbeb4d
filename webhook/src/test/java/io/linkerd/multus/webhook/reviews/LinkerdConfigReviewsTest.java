// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import static io.linkerd.multus.webhook.reviews.QuotedReviews.bytes;
import static io.linkerd.multus.webhook.reviews.QuotedReviews.response;
import static io.linkerd.multus.webhook.reviews.QuotedReviews.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.contracts.certificates.TestCertificates;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.service.clocks.Deadline;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinkerdConfigReviewsTest {
    private static final String KIND = "{'group':'config.linkerd.io','version':'v1alpha1','resource':'linkerdconfigs'}";
    private static final String GOOD = config("{'values':{'proxy':{'logLevel':'warn,linkerd=debug'}}}");
    private static final String BAD = config("{'proxy':{'adminPort':0}}");

    @Test
    void admitsOneOfWhichNothingIsRequiredAndChangesNothingOfIt() throws Exception {
        for (var object : new String[] {GOOD, config("{}"), "{'metadata':{'name':'mesh'}}"}) {
            assertThat(Reviews.text(review("CREATE", object, "null")))
                    .isEqualTo("{\"apiVersion\":\"admission.k8s.io/v1\",\"kind\":\"AdmissionReview\","
                            + "\"response\":{\"uid\":\"u-1\",\"allowed\":true}}");
        }
    }

    @Test
    void refusesWhatCannotHoldWithTheFieldAndWithoutANamespace() throws Exception {
        var answer = review("CREATE", BAD, "null");

        assertThat(answer.result()).isEqualTo(ReviewResult.REFUSED);
        var response = response(answer);
        assertThat(response.at("/allowed").asBoolean()).isFalse();
        assertThat(response.at("/status/code").asInt()).isEqualTo(422);
        assertThat(response.at("/status/reason").asText()).isEqualTo("Invalid");
        assertThat(response.at("/status/message").asText())
                .isEqualTo("linkerd-multus cannot carry out LinkerdConfig mesh: spec.proxy.adminPort: has to be a port"
                        + " from 1 to 65535, without quotes, and is 0");
    }

    @Test
    void warnsAboutWhatLinkerdHasNoPlaceForAnyMore() throws Exception {
        var response = response(review("CREATE", config("{'global':{'omitWebhookSideEffects':true}}"), "null"));

        assertThat(response.at("/allowed").asBoolean()).isTrue();
        assertThat(response.at("/warnings/0").asText())
                .startsWith("spec.global.omitWebhookSideEffects: Linkerd has no place for it any more");
    }

    @Test
    void letsAnOldOneThatIsWrongBeLabelledAndDeleted() throws Exception {
        assertThat(review("UPDATE", BAD, BAD).result()).isEqualTo(ReviewResult.UNCHANGED);
        assertThat(review("UPDATE", GOOD, BAD).result()).isEqualTo(ReviewResult.UNCHANGED);
        assertThat(review("UPDATE", BAD, GOOD).result()).isEqualTo(ReviewResult.REFUSED);
        assertThat(review("DELETE", "null", BAD).result()).isEqualTo(ReviewResult.UNCHANGED);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {'group':'config.linkerd.io','version':'v1alpha2','resource':'linkerdconfigs'} | CREATE | ``
        {'group':'multus.linkerd.io','version':'v1alpha1','resource':'linkerdmultuses'} | CREATE | ``
        {'group':'config.linkerd.io','version':'v1alpha1','resource':'linkerdconfigs'} | CONNECT | ``
        {'group':'config.linkerd.io','version':'v1alpha1','resource':'linkerdconfigs'} | UPDATE | status
        """)
    void whatIsNotForUsIsAdmitted(String resource, String operation, String subResource) throws Exception {
        var document = document(operation, resource, "'subResource':'" + subResource + "','object':" + BAD);

        assertThat(answer(document).result()).isEqualTo(ReviewResult.UNCHANGED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'oldObject':null",
                "'object':null",
                "'object':[]",
                "'object':{'spec':[]}",
                "'object':{'metadata':{'name':7}}",
                "'object':{'spec':{}",
            })
    void refusesToReadWhatIsNoReview(String rest) {
        assertThatThrownBy(() -> answer(document("CREATE", KIND, rest))).isInstanceOf(MalformedJson.class);
    }

    /** Seven megabytes of small numbers would take hundreds as a tree. */
    @Test
    void endlessValuesAreRefusedAndNotKept() throws Exception {
        var document = bytes(
                document("CREATE", KIND, "'object':" + config("{'values':{'a':[" + "1,".repeat(3_000_000) + "1]}}")));

        var answer =
                new Admission<>(LinkerdConfigReviews.kind(() -> 0)).answer(new ByteArrayInputStream(document), soon());

        assertThat(answer.result()).isEqualTo(ReviewResult.REFUSED);
        assertThat(Reviews.text(answer)).contains("has more than 2000 values");
    }

    @Test
    void certificatesAreJudgedByTheClockOfTheWebhook() throws Exception {
        var pem = TestCertificates.GOOD.replace("\n", "\\n");
        var document = bytes(
                document("CREATE", KIND, "'object':" + config("{'values':{'identityTrustAnchorsPEM':'" + pem + "'}}")));
        var before = new Admission<>(LinkerdConfigReviews.kind(() -> 1_800_000_000_000L));
        var after = new Admission<>(LinkerdConfigReviews.kind(() -> 9_000_000_000_000L));

        assertThat(before.read(document).answer(soon()).result()).isEqualTo(ReviewResult.UNCHANGED);
        assertThat(Reviews.text(after.read(document).answer(soon()))).contains("the certificate ended on 2126-");
    }

    @Test
    void oneIsAdmittedUncheckedForWhichThereIsNoTime() throws Exception {
        var document = bytes(document("CREATE", KIND, "'object':" + BAD));
        var busy = new Admission<>(LinkerdConfigReviews.kind(new Semaphore(0), () -> 0));

        assertThat(busy.read(document).answerAtOnce()).isEmpty();
        var answer = busy.read(document).answer(Deadline.in(Duration.ZERO, System::nanoTime));

        assertThat(answer.result()).isEqualTo(ReviewResult.UNDECIDED);
        assertThat(response(answer).at("/allowed").asBoolean()).isTrue();
    }

    private static Answer review(String operation, String object, String before) throws MalformedJson {
        return answer(document(operation, KIND, "'object':" + object + ",'oldObject':" + before));
    }

    private static String document(String operation, String resource, String rest) {
        return "{'apiVersion':'admission.k8s.io/v1','kind':'AdmissionReview','request':{'uid':'u-1','operation':'"
                + operation + "','resource':" + resource + "," + rest + "}}";
    }

    private static String config(String spec) {
        return "{'metadata':{'name':'mesh'},'spec':" + spec + "}";
    }

    private static Answer answer(String document) throws MalformedJson {
        return QuotedReviews.answer(LinkerdConfigReviews.kind(() -> 1_800_000_000_000L), document);
    }
}
