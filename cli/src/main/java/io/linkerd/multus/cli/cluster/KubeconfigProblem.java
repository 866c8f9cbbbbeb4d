// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import io.linkerd.multus.cli.facts.YamlProblem;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Why a kubeconfig cannot be read. Parsers quote what they stumble over, and that may be a token. */
final class KubeconfigProblem {
    private KubeconfigProblem() {}

    /** {@return where it is wrong, and how; nothing of its values} */
    static String words(RuntimeException failure) {
        return Stream.<Throwable>iterate(failure, each -> each != null, Throwable::getCause)
                .flatMap(each -> parsers(each).stream())
                .findFirst()
                .orElseGet(() -> Cluster.rootWords(failure));
    }

    private static Optional<String> parsers(Throwable failure) {
        return switch (failure) {
            case YamlEngineException yaml ->
                Optional.of(YamlProblem.place(yaml).map(place -> place + ": ").orElse("") + "it is no YAML: "
                        + YamlProblem.words(yaml));
            case JsonMappingException mapped ->
                Optional.of(
                        mapped.getPath().stream().map(KubeconfigProblem::step).collect(Collectors.joining("."))
                                + " is not what a kubeconfig has there");
            case JsonProcessingException _ -> Optional.of("it is neither YAML nor JSON");
            default -> Optional.empty();
        };
    }

    private static String step(Reference reference) {
        return reference.getFieldName() == null ? Integer.toString(reference.getIndex()) : reference.getFieldName();
    }
}
