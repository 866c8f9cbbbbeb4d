// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.requests;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.cases.Cases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CniArgsTest {
    private static final String POD = "K8S_POD_NAMESPACE=shop;K8S_POD_NAME=till";

    @Test
    void namesThePod() {
        var text = "IgnoreUnknown=1;" + POD + ";K8S_POD_INFRA_CONTAINER_ID=c1;K8S_POD_UID=u1";
        var args = read(text);

        assertThat(args.text()).isEqualTo(text);
        assertThat(args.podNamespace()).isEqualTo("shop");
        assertThat(args.podName()).isEqualTo("till");
        assertThat(args.podUid()).hasValue("u1");
        assertThat(args.sandboxId()).isEqualTo("c1");
        assertThat(args.extra()).isEmpty();
    }

    @Test
    void tellsAnUnknownUidFromOneThatIsNotSaid() {
        assertThat(read(POD).podUid()).isEmpty();
        assertThat(read(POD + ";K8S_POD_UID=").podUid()).hasValue("");
        assertThat(read(POD).sandboxId()).isEmpty();
    }

    @Test
    void trimsBothSidesAsGoDoesAndTakesTheLastOfSeveral() {
        var args = read("\u00a0K8S_POD_NAMESPACE =\tshop ;K8S_POD_NAME=a;K8S_POD_NAME=\u3000till\n");

        assertThat(args.podNamespace()).isEqualTo("shop");
        assertThat(args.podName()).isEqualTo("till");
    }

    /** Upstream drops what it does not know, so that no plugin of a pod's networks ever hears of it. */
    @Test
    void keepsWhatElseTheRuntimeSaysInItsOrder() {
        var args = read("Z=1;" + POD + ";IgnoreUnknown=true; K8S_POD_LABEL = x y ;a=");

        assertThat(args.extra())
                .containsExactly(
                        new CniArgument("Z", "1"), new CniArgument("K8S_POD_LABEL", "x y"), new CniArgument("a", ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                          | invalid CNI_ARG ''",
                "K8S_POD_NAME                | invalid CNI_ARG 'K8S_POD_NAME'",
                "X=1=2                       | invalid CNI_ARG 'X=1=2'",
                "K8S_POD_NAMESPACE=a;X=1=2;Y | invalid CNI_ARG 'X=1=2'",
                "K8S_POD_NAMESPACE=a;        | invalid CNI_ARG ''",
                "K8S_POD_NAMESPACE=a         | missing K8S_POD_NAME",
                "K8S_POD_NAME=a              | missing K8S_POD_NAMESPACE",
                "k8s_pod_namespace=a         | missing K8S_POD_NAMESPACE"
            })
    void saysWhatIsWrongInUpstreamsWords(String text, String reason) {
        assertThat(CniArgs.read(text)).isEqualTo(new Result.Not<>(reason));
    }

    @Test
    void repeatsNoMoreThanTheBeginningOfWhatIsWrong() {
        assertThat(CniArgs.read("a\nb" + "x".repeat(1000)))
                .isEqualTo(new Result.Not<>("invalid CNI_ARG 'a\\u000ab" + "x".repeat(77) + "…'"));
    }

    @Test
    void anyTextHasAnAnswer() {
        Cases.property().forAll(Cases.texts()).checkAssert(text -> {
            switch (CniArgs.read(POD + ";" + text)) {
                case Result.Ok<CniArgs>(var args) -> assertThat(args.text()).endsWith(text);
                case Result.Not<CniArgs>(var reason) -> assertThat(reason).startsWith("invalid CNI_ARG '");
            }
        });
    }

    private static CniArgs read(String text) {
        return CniArgs.read(text).orElse(reason -> {
            throw new AssertionError(reason);
        });
    }
}
