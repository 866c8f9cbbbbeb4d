// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.linkerd.multus.controller.operand.ControllerVariables;
import io.linkerd.multus.controller.operand.OperandSpec;
import io.linkerd.multus.controller.settings.ControllerSettings;
import io.linkerd.multus.service.settings.InvalidSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The controller's own settings, as the {@code LinkerdMultus} asks for them. Its other duties are for this operator's operand alone:
 * beside another operator, or a Helm release whose objects stand in the operand's place, that one's controller does them, with settings of
 * its own, and two would undo each other's work.
 */
public final class AskedSettings implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(AskedSettings.class);

    private final Map<String, String> environment;
    private final String namespace;
    private final LinkerdMultuses multuses;

    /**
     * Prepares.
     *
     * @param environment of the process, which says what the object does not
     * @param namespace of the operator
     * @param onChange called after the object came, changed or went
     */
    public AskedSettings(
            KubernetesClient client, Map<String, String> environment, String namespace, Runnable onChange) {
        this.environment = Map.copyOf(environment);
        this.namespace = namespace;
        this.multuses = new LinkerdMultuses(client, onChange);
    }

    /** Starts to watch. */
    public void start() {
        multuses.start();
    }

    /** {@return whether it is known what is asked for} */
    public boolean isComplete() {
        return multuses.isComplete();
    }

    /** {@return why it is not known, or not any more} */
    public List<String> whyNotReady() {
        return multuses.whyNotReady();
    }

    /** {@return what is asked for now; empty where it cannot be, and those before are to stay} */
    public Optional<ControllerSettings> current() {
        return multuses.current().map(this::of).orElseGet(() -> Optional.of(none()));
    }

    /** {@return those of an operator that nobody asks for anything} */
    public ControllerSettings none() {
        try {
            return read(OperandSpec.EMPTY).operatorAlone();
        } catch (InvalidSettings e) {
            throw new IllegalStateException("the process was started with these settings", e);
        }
    }

    private Optional<ControllerSettings> of(GenericKubernetesResource multus) {
        try {
            var asked = read(LinkerdMultuses.spec(multus));
            return Optional.of(keepsOthersAway(multus) ? asked : asked.operatorAlone());
        } catch (InvalidSettings | IllegalArgumentException e) {
            log.atWarn()
                    .addKeyValue("problems", e instanceof InvalidSettings wrong ? wrong.problems() : e.getMessage())
                    .log("the LinkerdMultus asks for settings that cannot be; those before stay");
            return Optional.empty();
        }
    }

    /** {@return whether the operand is this operator's, and nobody else's objects are known, or still may be, in its place} */
    private boolean keepsOthersAway(GenericKubernetesResource multus) {
        return LinkerdMultuses.keeper(multus).filter(namespace::equals).isPresent()
                && switch (LinkerdMultuses.reason(multus)) {
                    case OperandStatus.NOT_OURS -> false;
                    case "", OperandStatus.SPEC_INVALID, OperandStatus.NOT_APPLIED ->
                        LinkerdMultuses.rolledOut(multus).isPresent();
                    default -> true;
                };
    }

    private ControllerSettings read(OperandSpec spec) throws InvalidSettings {
        var variables = new HashMap<>(environment);
        variables.putAll(ControllerVariables.of(spec, namespace));
        return ControllerSettings.read(variables);
    }

    @Override
    public void close() {
        multuses.close();
    }
}
