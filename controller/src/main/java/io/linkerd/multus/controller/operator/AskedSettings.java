// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

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

/** The controller's own settings, as the {@code LinkerdMultus} asks for them. */
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

    /** {@return what is asked for now, even by nobody; empty where it cannot be, or where the object is on its way out} */
    public Optional<ControllerSettings> current() {
        return multuses.current()
                .map(multus -> LinkerdMultuses.isLeaving(multus)
                        ? Optional.<OperandSpec>empty()
                        : Optional.of(LinkerdMultuses.spec(multus)))
                .orElseGet(() -> Optional.of(OperandSpec.EMPTY))
                .flatMap(this::settings);
    }

    private Optional<ControllerSettings> settings(OperandSpec spec) {
        var variables = new HashMap<>(environment);
        variables.putAll(ControllerVariables.of(spec, namespace));
        try {
            return Optional.of(ControllerSettings.read(variables));
        } catch (InvalidSettings e) {
            log.atWarn()
                    .addKeyValue("problems", e.problems())
                    .log("the LinkerdMultus asks for settings that cannot be; those before stay");
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        multuses.close();
    }
}
