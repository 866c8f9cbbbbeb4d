// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.optin.NamespaceMarks;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParticipationTest {

    @ParameterizedTest(name = "namespace {0}: {1}, label {2}; pod: {3}, component {4} -> {5}")
    @CsvSource(
            nullValues = "-",
            value = {
                "shop,    enabled,  -,   -,        -,           Full",
                "shop,    enabled,  -,   enabled,  -,           Full",
                "shop,    enabled,  -,   disabled, -,           None",
                "shop,    enabled,  -,   '',       -,           Full",
                "shop,    enabled,  -,   yes,      -,           None",
                "shop,    disabled, -,   -,        -,           None",
                "shop,    Enabled,  -,   -,        -,           None",
                "shop,    true,     -,   -,        -,           None",
                "shop,    -,        -,   -,        -,           None",
                "shop,    -,        -,   enabled,  -,           IfAttachmentExists",
                "shop,    disabled, -,   enabled,  -,           IfAttachmentExists",
                "shop,    -,        -,   -,        destination, None",
                "linkerd, -,        -,   -,        destination, Full",
                "linkerd, -,        -,   disabled, destination, None",
                "linkerd, -,        -,   -,        -,           None",
                "linkerd, enabled,  -,   -,        -,           Full",
                "viz,     -,        viz, -,        -,           Full",
                "viz,     disabled, viz, -,        -,           None",
                "viz,     disabled, viz, enabled,  -,           IfAttachmentExists",
                "viz,     -,        '',  -,        -,           None",
                "viz,     enabled,  viz, -,        -,           Full",
                "viz,     -,        viz, disabled, -,           None",
            })
    void decidesWhoTakesPart(
            String namespace, String onNamespace, String extension, String onPod, String component, String expected) {
        var pod = PodJson.tree(
                "{'metadata':{'annotations':{},'labels':{}},'spec':{'initContainers':[{'name':'linkerd-proxy'}]}}");
        if (onPod != null) {
            pod.withObject("/metadata/annotations").put("linkerd.io/multus", onPod);
        }
        if (component != null) {
            pod.withObject("/metadata/labels").put("linkerd.io/control-plane-component", component);
        }
        var facts = NamespaceMarks.of(
                onNamespace == null ? Map.of() : Map.of("linkerd.io/multus", onNamespace),
                extension == null ? Map.of() : Map.of("linkerd.io/extension", extension));

        var participation = Participation.of(PodJson.read(pod), namespace, facts, "linkerd");

        assertThat(participation.getClass().getSimpleName()).isEqualTo(expected);
    }

    /** Its pods stayed out of the mesh, and nothing said why. */
    @ParameterizedTest
    @CsvSource({
        "'enabled ', -,       -,       annotation linkerd.io/multus is \"enabled \"",
        "true,       -,       -,       annotation linkerd.io/multus is \"true\"",
        "-,          enabled, -,       label linkerd.io/multus is \"enabled\"",
        "-,          -,       enabled, label linkerd.io/multus is \"enabled\"",
    })
    void aTypoInTheOptInIsAWarningOnTheMeshedPod(String annotation, String label, String podLabel, String warning) {
        var pod = PodJson.tree("{'metadata':{'labels':{}},'spec':{'initContainers':[{'name':'linkerd-proxy'}]}}");
        said(podLabel)
                .forEach((name, value) -> pod.withObject("/metadata/labels").put(name, value));
        var facts = NamespaceMarks.of(said(annotation), said(label));

        assertThat(Participation.of(PodJson.read(pod), "shop", facts, "linkerd"))
                .isInstanceOfSatisfying(
                        Participation.None.class,
                        none -> assertThat(none.warning())
                                .hasValueSatisfying(
                                        words -> assertThat(words).contains(warning, "leaves this pod as it is")));
    }

    @Test
    void aNamespaceThatSaysNothingIsNoWarning() {
        var pod = PodJson.tree("{'spec':{'initContainers':[{'name':'linkerd-proxy'}]}}");

        for (var facts : List.of(NamespaceMarks.SILENT, NamespaceMarks.of(said("disabled"), Map.of()))) {
            assertThat(Participation.of(PodJson.read(pod), "shop", facts, "linkerd"))
                    .isInstanceOfSatisfying(
                            Participation.None.class,
                            none -> assertThat(none.warning()).isEmpty());
        }
    }

    private static Map<String, String> said(String value) {
        return value.equals("-") ? Map.of() : Map.of("linkerd.io/multus", value);
    }

    /** It had an attachment put in, and user ids that its own rules do not know of. */
    @ParameterizedTest
    @CsvSource({"shop, enabled", "linkerd, ''", "viz, ''", "viz, enabled"})
    void whatMakesItsOwnRulesTakesPartNowhere(String namespace, String onNamespace) {
        var pod = PodJson.tree("{'metadata':{'labels':{'linkerd.io/control-plane-component':'x'}},'spec':{"
                + "'initContainers':[{'name':'linkerd-init'}],'containers':[{'name':'linkerd-proxy'}]}}");
        var facts = NamespaceMarks.of(
                Map.of("linkerd.io/multus", onNamespace),
                namespace.equals("viz") ? Map.of("linkerd.io/extension", "viz") : Map.of());

        assertThat(Participation.of(PodJson.read(pod), namespace, facts, "linkerd"))
                .isInstanceOfSatisfying(
                        Participation.None.class,
                        none -> assertThat(none.cause()).isEqualTo(PodCause.OWN_RULES));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no proxy        | {'spec':{'containers':[{'name':'app'}]}}",
                "no containers   | {'spec':{}}",
                "no spec         | {}",
                "node's network  | {'spec':{'hostNetwork':true,'containers':[{'name':'linkerd-proxy'}]}}",
                "linkerd-init    | {'spec':{'initContainers':[{'name':'linkerd-init'}],'containers':[{'name':'linkerd-proxy'}]}}",
            })
    void leavesAloneWhatThePluginDoesNothingFor(String why, String pod) {
        var facts = NamespaceMarks.of(Map.of("linkerd.io/multus", "enabled"), Map.of());

        var participation = Participation.of(PodJson.read(PodJson.tree(pod)), "shop", facts, "linkerd");

        assertThat(participation).as(why).isInstanceOf(Participation.None.class);
    }
}
