// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.cniconfig;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.contracts.names.Linkerd;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What is kept on a node of the networks of a pod, to tear it down by: by libcni for each network, its result and the configuration by which it
 * was made ({@code cachedInfo} in {@code libcni/api.go}), and by Multus for the pod, a list of all of its networks with their configurations
 * ({@code DelegateNetConf} in {@code pkg/types/types.go}). Configurations are in Base64.
 */
public final class CachedResult {
    /** Of a file: usual are a few kB, and it lies in the memory of a process on each node, its text some four times. */
    public static final JsonLimits LIMITS =
            JsonLimits.ofLength(256 << 10).depth(500).values(20_000).build();

    /** The plugin's name as it is, and what each of the three ways to encode a text that it is in has of it. */
    private static final List<String> NAMES = Stream.concat(
                    Stream.of(Linkerd.PLUGIN), IntStream.range(0, 3).mapToObj(at -> encoded(wholeGroups(at))))
            .toList();

    private static final String LIBCNIS = "cniCacheV1";

    private CachedResult() {}

    /**
     * {@return the text of the file without Linkerd's plugin in the lists of plugins in it} Everything else stays as it was written, the results,
     * too. Empty where there is nothing to be taken out, or nothing of a list would be left.
     */
    public static Optional<String> withoutLinkerd(String text) {
        return JsonText.read(text, LIMITS) instanceof Result.Ok<JsonText>(var json)
                ? Optional.of(configurations(json.root())
                                .flatMap(CachedResult::withoutLinkerd)
                                .toList())
                        .filter(edits -> !edits.isEmpty())
                        .map(json::with)
                : Optional.empty();
    }

    /** {@return whether the text is none of a file that could be changed} */
    public static boolean isUnreadable(String text) {
        return JsonText.read(text, LIMITS) instanceof Result.Not<JsonText>;
    }

    /** {@return whether Linkerd's plugin is named anywhere in a text, in Base64 too, whatever else the text is} */
    public static boolean namesLinkerd(String text) {
        return NAMES.stream().anyMatch(text::contains);
    }

    /** Of the name what is left in whole groups of three bytes where so many of its bytes are in a group with what is before it. */
    private static String wholeGroups(int before) {
        int length = Linkerd.PLUGIN.length() - before;
        return Linkerd.PLUGIN.substring(before, before + length - length % 3);
    }

    private static Stream<JsonValue> configurations(JsonValue file) {
        return switch (file) {
            case JsonValue.Elements multus ->
                multus.elements().stream().flatMap(network -> network.member("Bytes").stream());
            case JsonValue.Members libcni
            when libcni.text("kind").filter(LIBCNIS::equals).isPresent() -> libcni.member("config").stream();
            case JsonValue.Members _, JsonValue.Text _, JsonValue.Whole _, JsonValue.Null _, JsonValue.Other _ ->
                Stream.empty();
        };
    }

    private static Stream<JsonEdit> withoutLinkerd(JsonValue configuration) {
        return configuration
                .text()
                .flatMap(CachedResult::decoded)
                .flatMap(list -> CniNetwork.readList(list) instanceof Result.Ok<CniNetwork>(var network)
                                && network.hasLinkerd()
                                && !network.isLinkerdAlone()
                        ? Optional.of(network.without())
                        : Optional.empty())
                .map(list -> JsonEdit.replace(configuration, JsonEdit.quote(encoded(list))))
                .stream();
    }

    private static Optional<String> decoded(String base64) {
        try {
            var bytes = Base64.getDecoder().decode(base64);
            var text = new String(bytes, UTF_8);
            return Arrays.equals(text.getBytes(UTF_8), bytes) ? Optional.of(text) : Optional.empty();
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }
}
