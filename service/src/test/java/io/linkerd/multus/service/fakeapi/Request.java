// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One request, read to its end. */
record Request(String method, String path, Map<String, String> query, Map<String, String> headers, String body) {
    private static final Pattern PAIRS = Pattern.compile("&");

    static Request read(HttpExchange exchange) throws IOException {
        var uri = exchange.getRequestURI();
        var query = PAIRS.splitAsStream(Optional.ofNullable(uri.getRawQuery()).orElse(""))
                .filter(pair -> !pair.isEmpty())
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(
                        pair -> decoded(pair[0]),
                        pair -> pair.length > 1 ? decoded(pair[1]) : "",
                        (first, _) -> first));
        var headers = exchange.getRequestHeaders().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, header -> header.getValue().getFirst()));
        var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        return new Request(exchange.getRequestMethod(), uri.getPath(), query, headers, body);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    /** The parameter's value; empty where there is none. */
    String parameter(String name) {
        return query.getOrDefault(name, "");
    }

    boolean isSet(String parameter) {
        return parameter(parameter).equals("true") || parameter(parameter).equals("1");
    }

    /** Whether nothing is to be kept of it. */
    boolean isDry() {
        return parameter("dryRun").equals("All");
    }

    boolean isWatch() {
        return method.equals("GET") && isSet("watch");
    }

    boolean isWrite() {
        return !method.equals("GET") && !method.equals("HEAD");
    }

    /** Names are as the JDK's server writes them: {@code User-agent}. */
    String header(String name) {
        return headers.getOrDefault(name, "");
    }

    String bearer() {
        return header("Authorization").replaceFirst("(?i)^bearer ", "");
    }

    String mediaType() {
        return header("Content-type").replaceFirst(";.*", "").strip();
    }

    /** Who writes: by its own word, or by the program's name. */
    String manager() {
        return parameter("fieldManager").isEmpty()
                ? header("User-agent").replaceFirst("/.*", "")
                : parameter("fieldManager");
    }

    /** Method and path, as failures are arranged for it; a watch has a method of its own. */
    @Override
    public String toString() {
        return (isWatch() ? "WATCH" : method) + " " + path;
    }
}
