// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.settings;

import io.linkerd.multus.contracts.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.event.Level;

/**
 * Reads one variable after the other and gathers problems instead of stopping at the first; {@link #finish} tells them all.
 *
 * <p>An empty value is none. A variable with a problem answers its preset, so that reading goes on. A key that was asked for is
 * known; at the end, every other one with our prefix is a problem, with the nearest known name.
 */
public final class SettingsReader {
    /** What the names of our own variables begin with. */
    public static final String PREFIX = "LINKERD_MULTUS_";

    /** {@value}: how much is logged. */
    public static final String LOG_LEVEL = PREFIX + "LOG_LEVEL";
    /** {@value}: how each line of the log is written. */
    public static final String LOG_FORMAT = PREFIX + "LOG_FORMAT";
    /** {@value}: where health and metrics are served; the same for every service. */
    public static final String HEALTH_PORT = PREFIX + "HEALTH_PORT";

    /** Names of Kubernetes objects: RFC 1123 subdomains. */
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");
    /** Names of roles may have colons. */
    private static final Pattern ROLE_NAME = Pattern.compile("[a-z0-9]([-a-z0-9.:]{0,251}[a-z0-9])?");

    private final Map<String, String> environment;
    private final SettingSources sources = new SettingSources();
    private final List<SettingProblem> problems = new ArrayList<>();

    public SettingsReader(Map<String, String> environment) {
        this.environment = new TreeMap<>(environment);
    }

    /** {@return the value without blanks around it; empty where there is none} */
    public Optional<String> text(String key) {
        var given = Optional.ofNullable(environment.get(key)).map(String::strip).filter(value -> !value.isEmpty());
        sources.read(key, given);
        return given;
    }

    /** {@return the value without blanks around it, or the preset} */
    public String text(String key, String preset) {
        return text(key).orElseGet(() -> {
            sources.preset(key, preset);
            return preset;
        });
    }

    /** {@return all that was read until now, in that order, with where each value came from} */
    public SettingSources sources() {
        return sources;
    }

    /** {@return the value, which has to be there} */
    public String required(String key, String preset) {
        return text(key).orElseGet(() -> {
            problem(key, "", "is required");
            return preset;
        });
    }

    /** {@return the name of a Kubernetes object; empty where there is none} */
    public Optional<String> name(String key) {
        return text(key).map(value -> checkedName(key, value, NAME));
    }

    /** {@return the name of a Role or ClusterRole; empty where there is none} */
    public Optional<String> roleName(String key) {
        return text(key).map(value -> checkedName(key, value, ROLE_NAME));
    }

    /** {@return the name of a Kubernetes object, which has to be there} {@code whose} says which one it is, where it is missing. */
    public String requiredName(String key, String whose) {
        return name(key).orElseGet(() -> {
            problem(key, "", "is required: " + whose);
            return "";
        });
    }

    /** {@return names with commas between them; the preset is for a key that is not there, an empty value is an empty list} */
    public List<String> names(String key, List<String> preset) {
        return items(key, preset).stream()
                .map(name -> checkedName(key, name, NAME))
                .toList();
    }

    /** {@return what is between commas, unchecked; the preset is for a key that is not there, an empty value is an empty list} */
    public List<String> items(String key, List<String> preset) {
        text(key);
        return Optional.ofNullable(environment.get(key)).map(CommaList::items).orElse(preset);
    }

    /** {@return a port to call} */
    public int port(String key, int preset) {
        return parsed(key, preset, value -> Ports.read(value, 1));
    }

    /** {@return a port to serve at; 0 takes any free one} */
    public int servingPort(String key, int preset) {
        return parsed(key, preset, value -> Ports.read(value, 0));
    }

    /** {@return one of an enum's constants, in lower or upper case, with dashes between its words} */
    public <E extends Enum<E>> E oneOf(String key, E preset) {
        var choices = preset.getDeclaringClass().getEnumConstants();
        return parsed(
                key,
                preset,
                value -> Arrays.stream(choices)
                        .filter(choice -> SettingSources.word(choice).equalsIgnoreCase(value))
                        .findFirst()
                        .<Result<E>>map(Result.Ok::new)
                        .orElseGet(() -> new Result.Not<>("must be one of "
                                + Arrays.stream(choices)
                                        .map(SettingSources::word)
                                        .collect(Collectors.joining(", ")))));
    }

    /** {@return true or false} */
    public boolean flag(String key, boolean preset) {
        return parsed(key, preset, value -> switch (value.toLowerCase(Locale.ROOT)) {
            case "true" -> new Result.Ok<>(true);
            case "false" -> new Result.Ok<>(false);
            default -> new Result.Not<>("must be true or false");
        });
    }

    /** {@return a duration like 24h, 1d12h or PT24H} */
    public Duration duration(String key, Duration preset) {
        return parsed(key, preset, Durations::read);
    }

    /** {@return what the value stands for, as {@code read} says; the reason of its refusal follows key and value in a sentence} */
    public <T> T parsed(String key, T preset, Function<String, Result<T>> read) {
        var value = text(key);
        if (value.isEmpty()) {
            sources.preset(key, preset);
            return preset;
        }
        return switch (read.apply(value.get())) {
            case Result.Ok<T>(var parsed) -> parsed;
            case Result.Not<T>(var rule) -> {
                problem(key, value.get(), rule);
                yield preset;
            }
        };
    }

    /** {@return the record, unless it refuses to exist with such values} */
    public <T> Optional<T> record(Supplier<T> make) {
        try {
            return Optional.of(make.get());
        } catch (InvalidSetting refused) {
            problems.add(refused.problem());
            return Optional.empty();
        }
    }

    /** Notes one more problem. */
    public void problem(String key, String value, String rule) {
        problems.add(new SettingProblem(key, value, rule));
    }

    /**
     * Ends the reading.
     *
     * @throws InvalidSettings with every problem, if there is any
     */
    public void finish() throws InvalidSettings {
        oneOf(LOG_LEVEL, Level.INFO);
        oneOf(LOG_FORMAT, LogFormat.PLAIN);
        problems.addAll(sources.unknown(PREFIX, environment.keySet()));
        if (!problems.isEmpty()) {
            throw new InvalidSettings(problems);
        }
    }

    private String checkedName(String key, String value, Pattern pattern) {
        if (!pattern.matcher(value).matches()) {
            problem(key, value, "must be the name of a Kubernetes object");
        }
        return value;
    }
}
