// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.attachments;

import io.linkerd.multus.contracts.cniconfig.CniConfig;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import java.util.List;
import java.util.Optional;

/** What Linkerd's ConfigMap gives for the attachments. */
public sealed interface CniSource {

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

    /**
     * {@return what a ConfigMap gives that is there}
     *
     * @param key under which it has the configuration
     * @param text what it has there
     * @param kubeconfigPath of the plugin on the nodes, as the installer writes it
     */
    static CniSource read(Subject configMap, String key, Optional<String> text, String kubeconfigPath) {
        var where = "key " + key + " of ConfigMap " + configMap.namespace() + "/" + configMap.name();
        return text.<CniSource>map(config -> CniConfig.read(config)
                        .<CniSource>map(good -> new Ready(good.forAttachment(kubeconfigPath)))
                        .orElse(reason -> new Broken(configMap, where + ", " + reason)))
                .orElseGet(() -> new Broken(configMap, where + " is missing"));
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
