// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.service.clocks.Deadline;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls plugins by starting their programs. */
public final class PluginCalls implements Plugins {
    private static final Logger log = LoggerFactory.getLogger(PluginCalls.class);

    private final PluginFinder finder;
    private final PluginProcess process;

    public PluginCalls(PluginFinder finder, PluginProcess process) {
        this.finder = finder;
        this.process = process;
    }

    @Override
    public PluginAnswer call(PluginCall call, Deadline deadline) {
        return switch (finder.find(call.type())) {
            case Result.Not<String>(var reason) -> new PluginAnswer.NotFound(reason);
            case Result.Ok<String>(var path) -> {
                var ending = process.run(path, call, deadline);
                tell(call, ending);
                yield EndingReader.answer(ending);
            }
        };
    }

    /** What a plugin writes beside its answer is told nowhere else. */
    private static void tell(PluginCall call, PluginEnding ending) {
        if (ending instanceof PluginEnding.Exited exited && !exited.stderr().isEmpty()) {
            log.atDebug()
                    .addKeyValue("command", call.command())
                    .addKeyValue("plugin", call.type())
                    .addKeyValue("stderr", GoText.printable(exited.stderr()))
                    .log("plugin wrote on its standard error");
        }
    }
}
