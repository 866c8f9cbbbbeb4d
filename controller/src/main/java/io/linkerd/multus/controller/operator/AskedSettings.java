// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.linkerd.multus.controller.engine.watch.Watched;
import io.linkerd.multus.controller.operand.ControllerVariables;
import io.linkerd.multus.controller.operand.OperandSpec;
import io.linkerd.multus.controller.operator.LinkerdMultusStatus.Accepted;
import io.linkerd.multus.controller.settings.ControllerSettings;
import io.linkerd.multus.service.settings.InvalidSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The controller's own settings: those of the spec that was last accepted, as the status of the {@code LinkerdMultus} has it, so that a leader
 * that begins beside a spec with problems knows them. Where none is, as beside another operator, its other duties rest.
 */
public final class AskedSettings implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(AskedSettings.class);

    private final Map<String, String> environment;
    private final String namespace;
    private final Watched<LinkerdMultusResource> multuses;

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
        this.multuses = LinkerdMultusResource.watched(client, onChange);
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

    /** {@return what to follow now; empty where it cannot be, and those before are to stay} */
    public Optional<ControllerSettings> current() {
        try {
            var followed = multuses.get(LinkerdMultusResource.NAME).flatMap(this::followed);
            return Optional.of(followed.isPresent() ? read(followed.get()) : none());
        } catch (InvalidSettings | IllegalArgumentException e) {
            log.atWarn()
                    .addKeyValue("problems", e instanceof InvalidSettings wrong ? wrong.problems() : e.getMessage())
                    .log("the LinkerdMultus asks for settings that cannot be; those before stay");
            return Optional.empty();
        }
    }

    /** {@return those of an operator that nobody asks for anything} */
    public ControllerSettings none() {
        try {
            return read(OperandSpec.EMPTY).operatorAlone();
        } catch (InvalidSettings e) {
            throw new IllegalStateException("the process was started with these settings", e);
        }
    }

    /** {@return the spec that the other duties follow; empty where they are not this operator's} */
    private Optional<OperandSpec> followed(LinkerdMultusResource multus) {
        var told = multus.told();
        var isOurs = told.keeper().filter(namespace::equals).isPresent();
        return !isOurs || Trouble.NOT_OURS.equals(told.reason())
                ? Optional.empty()
                : told.lastAccepted().map(Accepted::spec);
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
