// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.linkerd.multus.contracts.cniconfig.CniConfig;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.controller.settings.CniSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What Linkerd's ConfigMap gives for the attachments. */
sealed interface CniSource {

    /** Reason of the Event in a namespace that waits for the ConfigMap. */
    String MISSING = "LinkerdCniConfigMissing";
    /** Reason of the Events about a ConfigMap that cannot be read. */
    String BROKEN = "LinkerdCniConfigInvalid";

    /**
     * There is no ConfigMap.
     *
     * @param place where it should be, as namespace/name
     */
    record Missing(String place) implements CniSource {}

    /**
     * The ConfigMap cannot be used.
     *
     * @param configMap it
     * @param problem what is wrong with it, and where
     */
    record Broken(Subject configMap, String problem) implements CniSource {}

    /**
     * The ConfigMap is good.
     *
     * @param attachmentConfig what each attachment has to say
     */
    record Ready(String attachmentConfig) implements CniSource {}

    /** {@return what the ConfigMap gives} */
    static CniSource read(Optional<ConfigMap> configMap, CniSettings settings) {
        var place = settings.namespace() + "/" + settings.configMap();
        if (configMap.isEmpty()) {
            return new Missing(place);
        }
        var metadata = configMap.get().getMetadata();
        var subject = new Subject("v1", "ConfigMap", metadata.getNamespace(), metadata.getName(), metadata.getUid());
        var text =
                Optional.ofNullable(configMap.get().getData()).orElse(Map.of()).get(settings.key());
        var where = "key " + settings.key() + " of ConfigMap " + place;
        if (text == null) {
            return new Broken(subject, where + " is missing");
        }
        return CniConfig.read(text)
                .<CniSource>map(config -> new Ready(config.forAttachment(settings.kubeconfigPath())))
                .orElse(reason -> new Broken(subject, where + ", " + reason));
    }

    /** {@return the state's label in metrics} */
    default String state() {
        return switch (this) {
            case Ready _ -> "ready";
            case Missing _ -> "missing";
            case Broken _ -> "invalid";
        };
    }

    /** {@return what a person should know about the ConfigMap itself} */
    default List<Notice> notices() {
        return switch (this) {
            case Missing _, Ready _ -> List.of();
            case Broken(var configMap, var problem) ->
                List.of(Notice.warning(
                        configMap, BROKEN, problem + "; the network attachments stay as they are until it is mended"));
        };
    }
}
