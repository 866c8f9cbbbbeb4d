// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.requests;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.names.ObjectNames;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads requests in the order in which upstream refuses them; what upstream lets pass and should not is refused last. */
public final class RequestReader {
    /** The longest body that is read. */
    public static final int LONGEST = RequestBody.LIMITS.length();

    private final Endpoint endpoint;
    private final Variables variables;
    private final String config;
    private final InterfaceAttributes attributes;

    private RequestReader(Endpoint endpoint, Variables variables, String config, InterfaceAttributes attributes) {
        this.endpoint = endpoint;
        this.variables = variables;
        this.config = config;
        this.attributes = attributes;
    }

    /** {@return the request in the body of an HTTP request, or how it is refused} Nothing is too odd for it. */
    public static RequestReading read(byte[] body, Endpoint endpoint) {
        var reading = RequestBody.read(body)
                .then(content -> content.config()
                        .then(config -> content.attributes()
                                .map(attributes ->
                                        new RequestReader(endpoint, Variables.of(content), config, attributes))));
        return switch (reading) {
            case Result.Ok<RequestReader>(var reader) -> reader.read();
            case Result.Not<RequestReader>(var reason) ->
                refused(new RequestRefusal.Plain("cannot read the request: " + reason));
        };
    }

    private RequestReading read() {
        return variables
                .problem()
                .map(RequestReader::refused)
                .orElseGet(() -> variables
                        .value(Variables.COMMAND)
                        .map(this::read)
                        .orElseGet(() -> refused(RequestRefusal.badArguments("unexpected or missing CNI_COMMAND"))));
    }

    private RequestReading read(String word) {
        var command = CniCommand.of(word);
        if (command.isPresent() && command.get().isOfNetwork()) {
            return ofNetwork(command.get());
        }
        return Stream.of(Variables.CONTAINER_ID, Variables.NETWORK_NAMESPACE, Variables.ARGS)
                .filter(name -> variables.value(name).isEmpty())
                .findFirst()
                .map(name -> refused(RequestRefusal.badArguments("missing " + name)))
                .orElseGet(() -> switch (CniArgs.read(value(Variables.ARGS))) {
                    case Result.Ok<CniArgs>(var args) -> ofContainer(word, command, args);
                    case Result.Not<CniArgs>(var reason) -> refused(RequestRefusal.badPodArguments(reason));
                });
    }

    private RequestReading ofNetwork(CniCommand command) {
        return command == CniCommand.GC && endpoint == Endpoint.DELEGATE
                ? refused(unknown(command.name(), CommandArguments.NONE))
                : new RequestReading.Read(new CniRequest.OfNetwork(command, config));
    }

    private RequestReading ofContainer(String word, Optional<CniCommand> command, CniArgs args) {
        var interfaceName = variables.value(Variables.INTERFACE_NAME).orElse(InterfaceName.USUAL);
        var given = new CommandArguments(
                value(Variables.CONTAINER_ID), value(Variables.NETWORK_NAMESPACE), interfaceName, args.text());
        if (command.isEmpty() || command.get() == CniCommand.VERSION) {
            return refused(unknown(word, given));
        }
        return podProblem(given, args)
                .or(() -> nameProblem(given).map(RequestRefusal.Coded::new))
                .map(RequestReader::refused)
                .orElseGet(() -> new RequestReading.Read(new CniRequest.OfContainer(
                        command.get(),
                        new ContainerId(given.containerId()),
                        given.networkNamespace(),
                        new InterfaceName(interfaceName),
                        args,
                        config,
                        attributes)));
    }

    /** Upstream asks the API server for a pod of any name; there is none whose name is none. */
    private static Optional<RequestRefusal> podProblem(CommandArguments given, CniArgs args) {
        if (args.podNamespace().isEmpty() || args.podName().isEmpty()) {
            return Optional.of(new RequestRefusal.Plain(given.errored("required CNI variable missing. pod name: "
                    + GoText.printable(GoText.shorten(args.podName())) + "; pod namespace: "
                    + GoText.printable(GoText.shorten(args.podNamespace())))));
        }
        var error = !ObjectNames.isLabel(args.podNamespace())
                ? Variables.invalid(Variables.ARGS, "has a K8S_POD_NAMESPACE that is none", args.podNamespace())
                : !ObjectNames.isSubdomain(args.podName())
                        ? Variables.invalid(Variables.ARGS, "has a K8S_POD_NAME that is none", args.podName())
                        : Optional.<CniError>empty();
        return error.map(RequestRefusal.Coded::new);
    }

    private static Optional<CniError> nameProblem(CommandArguments given) {
        return ContainerId.problem(given.containerId())
                .or(() -> InterfaceName.problem(given.interfaceName()))
                .or(() -> Variables.isPath(given.networkNamespace())
                        ? Optional.empty()
                        : Variables.invalid(Variables.NETWORK_NAMESPACE, "is no path", given.networkNamespace()));
    }

    private String value(String name) {
        return variables.value(name).orElse("");
    }

    private static RequestRefusal unknown(String word, CommandArguments given) {
        return new RequestRefusal.Plain(given.errored("unknown cmd type: " + GoText.printable(GoText.shorten(word))));
    }

    private static RequestReading refused(RequestRefusal refusal) {
        return new RequestReading.Refused(refusal);
    }
}
