// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PodReaderTest {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private static ObjectNode pod() {
        return PodJson.tree(
                "{'metadata':{'name':'web-1','generateName':'web-','annotations':{'linkerd.io/multus':'enabled',"
                        + "'k8s.v1.cni.cncf.io/networks':'lan'},'labels':{'linkerd.io/control-plane-component':'destination'}},"
                        + "'spec':{'hostNetwork':false,'hostUsers':false,'runtimeClassName':'kata','securityContext':{'fsGroup':6,'runAsUser':5},"
                        + "'initContainers':[{'name':'setup','securityContext':{'runAsGroup':8,'runAsUser':7}},"
                        + "{'name':'linkerd-proxy','restartPolicy':'Always','securityContext':{'runAsUser':2102}}],"
                        + "'containers':[{'name':'app'}]}}");
    }

    @Test
    void picksWhatDecisionsNeed() {
        assertThat(PodJson.read(pod()))
                .isEqualTo(new Pod(
                        "web-1",
                        true,
                        true,
                        Map.of("linkerd.io/multus", "enabled", "k8s.v1.cni.cncf.io/networks", "lan"),
                        Map.of("linkerd.io/control-plane-component", "destination"),
                        false,
                        false,
                        "kata",
                        OptionalLong.of(5),
                        List.of(
                                new Container("/spec/initContainers/0", "setup", true, true, OptionalLong.of(7)),
                                new Container(
                                        "/spec/initContainers/1", "linkerd-proxy", false, true, OptionalLong.of(2102)),
                                new Container("/spec/containers/0", "app", false, false, OptionalLong.empty()))));
    }

    /** An object that nobody knows has in it, under the names that count around it, what would change the decision. */
    @ParameterizedTest(name = "in {0}")
    @ValueSource(
            strings = {
                "",
                "/metadata",
                "/metadata/annotations",
                "/metadata/labels",
                "/spec",
                "/spec/securityContext",
                "/spec/initContainers/0",
                "/spec/initContainers/0/securityContext",
                "/spec/initContainers/1",
            })
    void takesNothingFromWithinWhatItDoesNotKnow(String place) {
        var pod = pod();
        var around = (ObjectNode) pod.at(place);
        var members = around.deepCopy();
        around.removeAll().set("decoy", changed(members));
        around.setAll(members);

        assertThat(PodJson.read(pod)).isEqualTo(PodJson.read(pod()));
    }

    /** The same names and shapes, and nothing that is the same. */
    private static JsonNode changed(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT -> {
                var object = JSON.objectNode();
                value.properties().forEach(member -> object.set(member.getKey(), changed(member.getValue())));
                yield object;
            }
            case ARRAY -> {
                var list = JSON.arrayNode();
                value.forEach(element -> list.add(changed(element)));
                yield list;
            }
            case BOOLEAN -> JSON.booleanNode(!value.booleanValue());
            case NUMBER -> JSON.numberNode(value.longValue() + 1);
            default -> JSON.textNode("other");
        };
    }
}
