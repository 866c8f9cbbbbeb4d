// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.linkerd.multus.cli.cluster.Makers;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code why} and {@code explain} take for a pod is the same. */
class TargetTest {
    private static Target of(String said, String... asked) {
        return Target.of(
                said,
                "current",
                Optional.of(asked).filter(all -> all.length > 0).map(all -> all[0]));
    }

    @ParameterizedTest
    @CsvSource({
        "shop/web-0, , shop",
        "web-0, , current",
        "web-0, shop, shop",
        "pod/web-0, shop, shop",
        "po/web-0, , current",
        "shop/web-0, shop, shop"
    })
    void aPodIsNamedAsKubectlNamesIt(String said, @Nullable String asked, String namespace) {
        assertThat(NamedPod.of(said, "current", Optional.ofNullable(asked)))
                .isEqualTo(new NamedPod(namespace, "web-0"));
    }

    @Test
    void whyTakesPodsAndWhatMakesThem() {
        assertThat(of("shop/web-0")).isEqualTo(new Target.OfPod(new NamedPod("shop", "web-0")));
        assertThat(of("deployment/web", "shop"))
                .isEqualTo(new Target.OfMaker(Makers.Kind.of("deployment").orElseThrow(), "shop", "web"));
    }

    @Test
    void twoNamespacesAreOneTooMany() {
        assertThatExceptionOfType(UnusableInput.class)
                .isThrownBy(() -> of("shop/web-0", "cart"))
                .withMessageContaining("cart");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b/c", "/web-0", "shop/", "", "Shop/web-0", "shop/web_0"})
    void whatNothingCanBeCalledIsRefused(String said) {
        assertThatExceptionOfType(UnusableInput.class).isThrownBy(() -> of(said));
    }

    /** As {@code kubectl get -o name} prints them. */
    @ParameterizedTest
    @ValueSource(strings = {"deploy/web", "Deployment/web", "deployment.apps/web", "deployments.v1.apps/web"})
    void aKindIsTakenInEachOfItsForms(String said) {
        assertThat(of(said, "shop"))
                .isEqualTo(new Target.OfMaker(Makers.Kind.of("deployment").orElseThrow(), "shop", "web"));
        assertThat(of("Pod/web-0", "shop")).isEqualTo(new Target.OfPod(new NamedPod("shop", "web-0")));
    }

    /** It was taken for a namespace alone, and its pod not found. */
    @ParameterizedTest
    @CsvSource({
        "deploymnt, deployment",
        "deploymets, deployment",
        "dameonset, daemonset",
        "statefullset, statefulset",
        "stateful, ",
        "jobz, job",
        "podd, pod",
        "svc, ",
    })
    void aMistypedKindIsToldWithTheKindsThatThereAre(String said, @Nullable String nearest) {
        var hint = KindWords.hint(said, "web");

        assertThat(hint.contains("there are pod, deployment, statefulset, daemonset, replicaset, job"))
                .isEqualTo(!said.equals("stateful"));
        assertThat(hint.contains("the nearest is")).isEqualTo(nearest != null);
        if (nearest != null) {
            assertThat(hint).contains("the nearest is " + nearest + ", as in " + nearest + "/web");
        }
        assertThatExceptionOfType(UnusableInput.class)
                .isThrownBy(() -> of(said + "/web", "shop"))
                .withMessageEndingWith(
                        nearest == null
                                ? "which --namespace says"
                                : "; the nearest is " + nearest + ", as in " + nearest + "/web -n shop");
    }

    /** kubectl's short name stood in the sentence. */
    @Test
    void aShortNameOfAKindIsSaidInFull() {
        assertThat(KindWords.hint("deploy", "web")).startsWith("; of a deployment, its template");
    }

    @ParameterizedTest
    @ValueSource(strings = {"shop", "jo", "default", "payments", "dev"})
    void anotherNamespaceIsNoKind(String said) {
        assertThat(KindWords.hint(said, "web")).isEmpty();
    }
}
