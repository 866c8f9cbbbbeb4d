// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.output.Terminal;
import java.util.Map;
import picocli.CommandLine;

/** Makes commands, and gives them what they write to. */
record Commands(Terminal terminal, Map<String, String> environment) implements CommandLine.IFactory {
    @Override
    public <K> K create(Class<K> type) throws Exception {
        if (type == CheckCommand.class) {
            return type.cast(new CheckCommand(terminal, environment));
        }
        if (type == WhyCommand.class) {
            return type.cast(new WhyCommand(terminal));
        }
        if (type == ExplainCommand.class) {
            return type.cast(new ExplainCommand(terminal));
        }
        if (type == PlanCommand.class) {
            return type.cast(new PlanCommand(terminal, environment));
        }
        if (type == VersionCommand.class) {
            return type.cast(new VersionCommand(terminal));
        }
        if (type == InstallCommand.class) {
            return type.cast(new InstallCommand(terminal));
        }
        if (type == UninstallCommand.class) {
            return type.cast(new UninstallCommand(terminal));
        }
        if (type == SupportBundleCommand.class) {
            return type.cast(new SupportBundleCommand(terminal, environment));
        }
        if (type == CompletionCommand.class) {
            return type.cast(new CompletionCommand(terminal, environment));
        }
        return CommandLine.defaultFactory().create(type);
    }
}
