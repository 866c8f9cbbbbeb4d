// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import io.linkerd.multus.controller.engine.api.ApiResource;
import io.linkerd.multus.controller.engine.watch.Watched;
import io.linkerd.multus.controller.operand.OperandSpec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A {@code LinkerdMultus} as the API server has it. Any object can be read, whatever schema let it in: a watch that fails on one object
 * tells of none. The spec stays as it was written until {@link #asked}.
 */
@Group("multus.linkerd.io")
@Version("v1alpha1")
@Kind("LinkerdMultus")
@Plural("linkerdmultuses")
final class LinkerdMultusResource extends CustomResource<JsonNode, LinkerdMultusStatus> {
    private static final long serialVersionUID = 1L;

    /** The one that a cluster has. */
    static final String NAME = "cluster";

    static final ApiResource<LinkerdMultusResource> RESOURCE = new ApiResource<>(
            "linkerdmultuses.multus.linkerd.io", client -> client.resources(LinkerdMultusResource.class));
    /** Keeps the object there until what it asked for has been taken away in order. */
    static final String FINALIZER = "multus.linkerd.io/cleanup";

    /** {@return the one of the cluster, watched once it is started; {@code onChange} is called after it came, changed or went} */
    static Watched<LinkerdMultusResource> watched(KubernetesClient client, Runnable onChange) {
        return new Watched<>(
                RESOURCE.inRbac() + " named " + NAME,
                RESOURCE.at(client, "", NAME).runnableInformer(0),
                _ -> {},
                _ -> onChange.run());
    }

    /** {@return whether the garbage collector takes it out of the owners of what it made, so that this stays} */
    boolean orphaning() {
        return hasFinalizer("orphan");
    }

    /**
     * {@return what the spec asks for}
     *
     * @throws IllegalArgumentException where this version cannot read it, saying which field is of another type
     */
    OperandSpec asked() {
        try {
            var asked = TolerantJson.KNOWN_FIELDS.convertValue(getSpec(), OperandSpec.class);
            return Objects.requireNonNullElse(asked, OperandSpec.EMPTY);
        } catch (IllegalArgumentException unreadable) {
            throw new IllegalArgumentException(
                    field(unreadable) + " is of another type than this version has", unreadable);
        }
    }

    private static String field(IllegalArgumentException unreadable) {
        var field = new StringBuilder("spec");
        if (unreadable.getCause() instanceof JsonMappingException mapped) {
            mapped.getPath()
                    .forEach(step -> field.append(
                            step.getFieldName() == null ? "[" + step.getIndex() + "]" : "." + step.getFieldName()));
        }
        return field.toString();
    }

    /** {@return what the status says; nothing where there is none} */
    LinkerdMultusStatus told() {
        return Objects.requireNonNullElse(getStatus(), LinkerdMultusStatus.EMPTY);
    }

    /** Reads a status, of which a value of another type than the schema's counts as absent. */
    @JsonSetter("status")
    void read(@Nullable JsonNode status) {
        try {
            setStatus(TolerantJson.RIGHT_TYPES.convertValue(status, LinkerdMultusStatus.class));
        } catch (IllegalArgumentException _) {
            // A number that is too large for its type: Jackson asks no handler about that.
            setStatus(LinkerdMultusStatus.EMPTY);
        }
    }
}
