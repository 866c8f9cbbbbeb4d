// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.linkerdconfig;

import io.linkerd.multus.contracts.Result;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/** Objects of the tests, in JSON with single quotes. */
final class LinkerdConfigs {
    static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");

    private LinkerdConfigs() {}

    static LinkerdConfig config(String spec) {
        var object = "{'metadata':{'name':'mesh'},'spec':" + spec + "}";
        return switch (LinkerdConfig.read(object.replace('\'', '"').getBytes(StandardCharsets.UTF_8))) {
            case Result.Ok<LinkerdConfig>(var config) -> config;
            case Result.Not<LinkerdConfig>(var reason) -> throw new AssertionError(reason);
        };
    }

    static LinkerdConfigSpec spec(String spec) {
        return LinkerdConfigSpec.of(config(spec));
    }

    /** {@return what is told about a spec, a line each} */
    static List<String> problems(String spec) {
        return LinkerdConfigJudge.problems(spec(spec), NOW).stream()
                .map(FieldProblem::toString)
                .toList();
    }

    /** {@return a text as it stands in JSON} */
    static String json(String text) {
        return "'" + text.replace("\n", "\\n") + "'";
    }
}
