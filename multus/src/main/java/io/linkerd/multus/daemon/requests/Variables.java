// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.requests;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.json.JsonValue;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The variables of a plugin's environment that the CNI specification has. Of the rest, which is the runtime's whole environment, nothing is
 * kept.
 */
record Variables(Map<String, JsonValue> values) {
    static final String COMMAND = "CNI_COMMAND";
    static final String CONTAINER_ID = "CNI_CONTAINERID";
    static final String NETWORK_NAMESPACE = "CNI_NETNS";
    static final String INTERFACE_NAME = "CNI_IFNAME";
    static final String ARGS = "CNI_ARGS";

    private static final List<String> NAMES = List.of(COMMAND, CONTAINER_ID, NETWORK_NAMESPACE, INTERFACE_NAME, ARGS);

    /** MAX_ARG_STRLEN of Linux: no program can be given a longer one. */
    private static final int LONGEST = 128 << 10;

    Variables {
        values = Map.copyOf(values);
    }

    static Variables of(RequestBody body) {
        var values = new LinkedHashMap<String, JsonValue>();
        body.object()
                .goMembers("env")
                .flatMap(env ->
                        env.value() instanceof JsonValue.Members members ? members.members().stream() : Stream.empty())
                .filter(variable -> NAMES.contains(variable.name()))
                .forEach(variable -> values.put(variable.name(), variable.value()));
        return new Variables(values);
    }

    /** {@return the variable, which is empty where it is null} */
    Optional<String> value(String name) {
        return Optional.ofNullable(values.get(name)).map(value -> value.text().orElse(""));
    }

    /** {@return the refusal of variables that no program can have been given} */
    Optional<RequestRefusal> problem() {
        return NAMES.stream().flatMap(name -> problem(name).stream()).findFirst();
    }

    private Optional<RequestRefusal> problem(String name) {
        return Optional.ofNullable(values.get(name)).flatMap(value -> switch (value) {
            case JsonValue.Null _ -> Optional.empty();
            case JsonValue.Text text -> problem(name, text.value());
            case JsonValue.Members _, JsonValue.Elements _, JsonValue.Whole _, JsonValue.Other _ ->
                Optional.of(new RequestRefusal.Plain("env." + name + " is not a text"));
        });
    }

    private static Optional<RequestRefusal> problem(String name, String value) {
        var error = value.indexOf('\0') >= 0
                ? invalid(name, "has a NUL", value)
                : GoText.length(value) >= LONGEST
                        ? invalid(name, "is longer than " + (LONGEST - 1) + " bytes", value)
                        : Optional.<CniError>empty();
        return error.map(RequestRefusal.Coded::new);
    }

    /** {@return whether a file can be called so} What is no text in the encoding of the machine's names is none. */
    static boolean isPath(String value) {
        try {
            var _ = Path.of(value);
            return true;
        } catch (InvalidPathException _) {
            return false;
        }
    }

    /** {@return the error of a variable, named as the CNI specification asks for} */
    static Optional<CniError> invalid(String name, String rule, String value) {
        return Optional.of(new CniError(CniError.INVALID_ENVIRONMENT, name + " " + rule, GoText.quote(value)));
    }
}
