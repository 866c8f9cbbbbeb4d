// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.config;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** A configuration, or all that is wrong with it. */
public sealed interface DaemonConfigReading {

    /** The daemon can work by it. */
    record Valid(DaemonConfig config) implements DaemonConfigReading {}

    /** It cannot. */
    record Invalid(List<ConfigProblem> problems) implements DaemonConfigReading {
        public Invalid {
            problems = List.copyOf(problems);
        }

        /** {@return that the whole of it is none, and why} */
        public static Invalid of(String rule) {
            return new Invalid(List.of(new ConfigProblem("the document", rule, ExitCode.CONFIGURATION_INVALID)));
        }

        /** {@return how the daemon ends} Upstream's ends over the first problem that it meets. */
        public ExitCode exit() {
            return problems.stream()
                    .map(ConfigProblem::exit)
                    .min(Comparator.comparingInt(ExitCode::status))
                    .orElse(ExitCode.CONFIGURATION_INVALID);
        }

        /** {@return the problems in one sentence} */
        public String reason() {
            return problems.stream().map(ConfigProblem::toString).collect(Collectors.joining("; "));
        }
    }
}
