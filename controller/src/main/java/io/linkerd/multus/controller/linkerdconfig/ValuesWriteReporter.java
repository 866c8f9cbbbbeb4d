// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.controller.engine.DutyEvents;
import io.linkerd.multus.controller.linkerdconfig.plan.ObservedLinkerdConfig;
import io.linkerd.multus.controller.linkerdconfig.plan.ValuesWrite;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs writes of Linkerd's values, and records them as Events. */
record ValuesWriteReporter(DutyEvents events) {
    private static final Logger log = LoggerFactory.getLogger(ValuesWriteReporter.class);
    /** Reasons of the Events that linkerd-config had in 2019. */
    private static final String CONFIG_UPDATED = "LinkerdConfigUpdated";

    private static final String CONFIG_MAP_UPDATED = "ConfigMapUpdated";
    private static final int LONGEST = 900;

    void written(ObservedLinkerdConfig config, ConfigMap map, ValuesWrite write) {
        var paths = String.join(", ", write.paths());
        log.atInfo()
                .addKeyValue("linkerdConfig", config.name())
                .addKeyValue("paths", write.paths())
                .log("set values of Linkerd");
        events.happened(
                Notice.normal(config.subject(), CONFIG_UPDATED, inShort("set in Linkerd's ConfigMap: " + paths)));
        happened(map, "LinkerdConfig " + config.name() + " set " + paths);
    }

    /** Reports that the previous text was restored; {@code config} is the object for which the refused one was written, empty where it is deleted. */
    void putBack(Optional<ObservedLinkerdConfig> config, ConfigMap map, String reason) {
        var name = config.map(ObservedLinkerdConfig::name);
        log.atWarn()
                .addKeyValue("linkerdConfig", name.orElse("deleted"))
                .addKeyValue("reason", reason)
                .log("Linkerd's injectors refuse their new values; put the previous ones back");
        happened(
                map,
                "put the previous values back, since Linkerd's injectors refused those of "
                        + name.map("LinkerdConfig "::concat).orElse("a LinkerdConfig that is deleted"));
    }

    private void happened(ConfigMap map, String message) {
        events.happened(Notice.normal(LinkerdConfigMap.subject(map), CONFIG_MAP_UPDATED, inShort(message)));
    }

    private static String inShort(String text) {
        return GoText.shorten(text, LONGEST, " …");
    }
}
