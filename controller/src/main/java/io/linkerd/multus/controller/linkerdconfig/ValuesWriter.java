// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.linkerdconfig.plan.ConfigObject;
import io.linkerd.multus.controller.linkerdconfig.plan.ValuesWrite;
import io.linkerd.multus.service.kube.ApiFailure;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes Linkerd's values and tells of it, and knows what became of the last write. */
final class ValuesWriter {
    private static final Logger log = LoggerFactory.getLogger(ValuesWriter.class);
    /** Reasons of the Events that linkerd-config had in 2019. */
    private static final String CONFIG_UPDATED = "LinkerdConfigUpdated";

    private static final String CONFIG_MAP_UPDATED = "ConfigMapUpdated";
    private static final int LONGEST = 900;

    private final ControllerContext context;
    private final LinkerdMap map;
    private final Asking asking;
    /** The version of the ConfigMap that was written over last. */
    private final AtomicReference<String> lastWritten = new AtomicReference<>("");
    /** Why the API server did not write it. */
    private final AtomicReference<String> notWritten = new AtomicReference<>("");

    ValuesWriter(ControllerContext context, LinkerdMap map, Asking asking) {
        this.context = context;
        this.map = map;
        this.asking = asking;
    }

    String lastWritten() {
        return lastWritten.get();
    }

    String notWritten() {
        return notWritten.get();
    }

    /** There is nothing to write. */
    void inPlace() {
        notWritten.set("");
    }

    void forget() {
        lastWritten.set("");
        notWritten.set("");
    }

    /** Writes, once an injector was asked what it makes of what is there. */
    void write(ConfigObject config, ConfigMap seen, ValuesWrite write) {
        var before = asking.before();
        try {
            map.write(seen, write.text(), () -> {
                lastWritten.set(write.version());
                asking.wrote(write, before);
            });
        } catch (ApiException e) {
            notWritten.set(LinkerdMap.whyNotWritten(seen, e));
            if (e.failure() instanceof ApiFailure.Unreachable
                    && !write.version().equals(lastWritten.get())) {
                // It may be there all the same: only this process knows what was before.
                asking.wrote(write, before);
            }
            throw e;
        }
        notWritten.set("");
        var paths = String.join(", ", write.paths());
        log.atInfo()
                .addKeyValue("linkerdConfig", config.name())
                .addKeyValue("paths", write.paths())
                .log("set values of Linkerd");
        context.events()
                .happened(Notice.normal(
                        config.subject(), CONFIG_UPDATED, inShort("set in Linkerd's ConfigMap: " + paths)));
        happened(seen, "LinkerdConfig " + config.name() + " set " + paths);
    }

    /** Writes the text of before again, where it is known. */
    void putBack(ConfigObject config, ConfigMap seen, Asking.Outcome.Refused refused) {
        if (refused.previous().isEmpty()) {
            return;
        }
        map.write(seen, refused.previous().get(), asking::forget);
        log.atWarn()
                .addKeyValue("linkerdConfig", config.name())
                .addKeyValue("reason", refused.reason())
                .log("Linkerd's injectors refuse their new values; put the previous ones back");
        happened(
                seen,
                "put the previous values back, since Linkerd's injectors refused those of LinkerdConfig "
                        + config.name());
    }

    private void happened(ConfigMap map, String message) {
        context.events().happened(Notice.normal(LinkerdMap.subject(map), CONFIG_MAP_UPDATED, inShort(message)));
    }

    static String inShort(String text) {
        return GoText.shorten(text, LONGEST, " …");
    }
}
