// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import static io.linkerd.multus.webhook.reviews.QuotedReviews.response;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.contracts.json.MalformedJson;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReachReviewsTest {
    private static final String LEASES = "{'group':'coordination.k8s.io','version':'v1','resource':'leases'}";
    private static final String ASKS = lease("'multus.linkerd.io/reach':'asked'");
    private static final String UNCHANGED = "{\"apiVersion\":\"admission.k8s.io/v1\",\"kind\":\"AdmissionReview\","
            + "\"response\":{\"uid\":\"u-1\",\"allowed\":true}}";

    @Test
    void answersInTheLabelByWhichItIsAsked() throws Exception {
        var response = response(review("UPDATE", LEASES, "'object':" + ASKS + ",'oldObject':" + lease("")));

        assertThat(response.at("/allowed").asBoolean()).isTrue();
        assertThat(new String(Base64.getDecoder().decode(response.at("/patch").asText()), StandardCharsets.UTF_8))
                .isEqualTo("[{\"op\":\"add\",\"path\":\"/metadata/labels/multus.linkerd.io~1reach\","
                        + "\"value\":\"answered\"}]");
    }

    /** A webhook whose threads all wait for the cluster is still reached. */
    @Test
    void answersAtOnce() throws Exception {
        var document = QuotedReviews.bytes(document("UPDATE", LEASES, "'object':" + ASKS));

        assertThat(new Admission<>(ReachReviews.kind()).read(document).answerAtOnce())
                .hasValueSatisfying(answer -> assertThat(answer.result()).isEqualTo(ReviewResult.PATCHED));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "'multus.linkerd.io/reach':'answered'",
                "'multus.linkerd.io/reach':''",
                "'multus.linkerd.io/reach':null",
                "'app':'asked'"
            })
    void aLeaseThatDoesNotAskStaysAsItIs(String labels) throws Exception {
        assertThat(Reviews.text(review("UPDATE", LEASES, "'object':" + lease(labels))))
                .isEqualTo(UNCHANGED);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {'group':'coordination.k8s.io','version':'v1','resource':'leases'} | CREATE | ``
        {'group':'coordination.k8s.io','version':'v1','resource':'leases'} | DELETE | ``
        {'group':'coordination.k8s.io','version':'v1','resource':'leases'} | UPDATE | status
        {'group':'coordination.k8s.io','version':'v1beta1','resource':'leases'} | UPDATE | ``
        {'group':'','version':'v1','resource':'pods'} | UPDATE | ``
        """)
    void whatIsNotForUsIsAdmitted(String resource, String operation, String subResource) throws Exception {
        assertThat(Reviews.text(review(operation, resource, "'subResource':'" + subResource + "','object':" + ASKS)))
                .isEqualTo(UNCHANGED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'object':null",
                "'object':{'metadata':[]}",
                "'object':{'metadata':{'labels':'a'}}",
                "'object':{'metadata':{'labels':{'multus.linkerd.io/reach':7}}}",
                "'object':{'metadata':{'name':7}}"
            })
    void refusesToReadWhatIsNoReview(String rest) {
        assertThatThrownBy(() -> review("UPDATE", LEASES, rest)).isInstanceOf(MalformedJson.class);
    }

    private static Answer review(String operation, String resource, String rest) throws MalformedJson {
        return QuotedReviews.answer(ReachReviews.kind(), document(operation, resource, rest));
    }

    private static String document(String operation, String resource, String rest) {
        return "{'apiVersion':'admission.k8s.io/v1','kind':'AdmissionReview','request':{'uid':'u-1','operation':'"
                + operation + "','resource':" + resource + ",'namespace':'mesh'," + rest + "}}";
    }

    private static String lease(String labels) {
        return "{'metadata':{'name':'mesh-controller','labels':{" + labels + "}},'spec':{'holderIdentity':'a'}}";
    }
}
