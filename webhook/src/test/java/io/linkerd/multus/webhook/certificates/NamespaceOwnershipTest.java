// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.linkerd.multus.webhook.certificates.CertificateStore.WriteResult;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NamespaceOwnershipTest {
    private static final String MUTATING = "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/zz-w";
    private static final String VALIDATING = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/v";
    private static final String HOME = "linkerd-multus";
    private static final String WEBHOOKS = "webhooks: [{name: 'a', clientConfig: {}}]";
    private static final String TRACKED =
            "annotations: {'argocd.argoproj.io/tracking-id': 'mesh:admissionregistration.k8s.io/x:linkerd-multus/y'}";

    private final FakeApiServer api = FakeApiServer.plain();
    private final StoreApi client = StoreApis.of(api);
    private final Authorities authorities = Authorities.startOver(
            new CertificateIssuer(CertificatePolicy.STANDARD, List.of("w")).authority(Instant.now()));

    @BeforeEach
    void makeTheNamespace() {
        api.put("/api/v1/namespaces/" + HOME, "{}");
    }

    @AfterEach
    void stop() {
        api.close();
    }

    /** What a configuration carries besides, what the setting says, and whether the namespace is its owner then. */
    record Row(String metadata, boolean owns, boolean owned) {}

    static Stream<Row> rows() {
        return Stream.of(
                new Row("", true, true),
                new Row("", false, false),
                new Row(TRACKED, true, false),
                new Row(TRACKED, false, false),
                new Row("annotations: {'argocd.argoproj.io/sync-wave': '1'}", true, true),
                new Row("labels: {'argocd.argoproj.io/instance': 'mesh'}", true, false),
                // A chart writes this one, too: it says nothing of Argo CD.
                new Row("labels: {'app.kubernetes.io/instance': 'mesh'}", true, true));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void theNamespaceOwnsWhatArgoCdDoesNotKeep(Row row) {
        for (var path : List.of(MUTATING, VALIDATING)) {
            api.put(path, "{metadata: {" + row.metadata() + "}, " + WEBHOOKS + "}");
            var configuration = configuration(path, row.owns());

            settle(configuration);

            assertThat(owners(path)).isEqualTo(row.owned() ? List.of(uid()) : List.of());
            assertThat(configuration.configuration().trustedByAll()).isEqualTo(authorities.trusted());
        }
    }

    /** Argo CD left them behind for ever: the one with failurePolicy Fail refused every meshed pod of the cluster. */
    @ParameterizedTest
    @MethodSource("rows")
    void theOwnerThatAnEarlierVersionWroteIsPutRightAtTheUpgrade(Row row) {
        for (var path : List.of(MUTATING, VALIDATING)) {
            api.put(path, "{" + WEBHOOKS + "}");
            settle(configuration(path, true));
            assertThat(owners(path)).containsExactly(uid());
            api.edit(path, "{metadata: {" + row.metadata() + "}}");

            settle(configuration(path, row.owns()));

            assertThat(owners(path)).isEqualTo(row.owned() ? List.of(uid()) : List.of());
        }
    }

    /** The operator's owner of its operand, for one. */
    @Test
    void ownersOfOthersStay() {
        var other = "{apiVersion: 'multus.linkerd.io/v1alpha1', kind: 'LinkerdMultus', name: 'default', uid: 'o'}";
        var ours = "{apiVersion: 'v1', kind: 'Namespace', name: '" + HOME + "', uid: '" + uid() + "'}";
        api.put(
                MUTATING,
                "{metadata: {" + TRACKED + ", ownerReferences: [" + other + ", " + ours + "]}, " + WEBHOOKS + "}");

        settle(configuration(MUTATING, true));

        assertThat(owners(MUTATING)).containsExactly("o");
    }

    /** Of the namespace that was deleted before: as the only owner it has the garbage collector delete what is in use. */
    @Test
    void theNamespaceOfTodayTakesThePlaceOfAnEarlierOne() {
        var earlier = "{apiVersion: 'v1', kind: 'Namespace', name: '" + HOME + "', uid: 'earlier'}";
        api.put(MUTATING, "{metadata: {ownerReferences: [" + earlier + "]}, " + WEBHOOKS + "}");

        settle(configuration(MUTATING, true));

        assertThat(owners(MUTATING)).containsExactly(uid());
    }

    /** Without a namespace there is none to name, and what is there is left to the garbage collector. */
    @Test
    void takesNoOwnerAwayWhenTheNamespaceIsGone() {
        api.put(MUTATING, "{" + WEBHOOKS + "}");
        settle(configuration(MUTATING, true));
        var uid = uid();
        api.edit(MUTATING, "{webhooks: [{name: 'a', clientConfig: {}}]}");
        api.remove("/api/v1/namespaces/" + HOME);

        write(configuration(MUTATING, true));

        assertThat(owners(MUTATING)).containsExactly(uid);
    }

    @Test
    void nothingIsWrittenTwice() {
        api.put(MUTATING, "{metadata: {" + TRACKED + "}, " + WEBHOOKS + "}");
        var configuration = configuration(MUTATING, true);
        settle(configuration);
        api.forgetRequests();

        assertThat(CertificateStep.Trust.missing(configuration.configuration(), authorities))
                .isEmpty();
        assertThat(api.writes()).isEmpty();
    }

    private ConfigurationTrust configuration(String path, boolean owns) {
        var home = new HomeNamespace(HOME, owns);
        return path.equals(MUTATING)
                ? ConfigurationTrust.mutating("zz-w", home, client)
                : ConfigurationTrust.validating("v", home, client);
    }

    private void settle(ConfigurationTrust configuration) {
        assertThat(write(configuration)).isEmpty();
    }

    /** {@return what is left to write after one write} */
    private Optional<CertificateStep.Trust> write(ConfigurationTrust configuration) {
        CertificateStep.Trust.missing(configuration.configuration(), authorities)
                .ifPresent(step -> assertThat(configuration.trust(step)).isEqualTo(WriteResult.WRITTEN));
        return CertificateStep.Trust.missing(configuration.configuration(), authorities);
    }

    private String uid() {
        return api.get("/api/v1/namespaces/" + HOME)
                .orElseThrow()
                .at("/metadata/uid")
                .asText();
    }

    private List<String> owners(String path) {
        return api.get(path).orElseThrow().at("/metadata/ownerReferences").findValuesAsText("uid");
    }
}
