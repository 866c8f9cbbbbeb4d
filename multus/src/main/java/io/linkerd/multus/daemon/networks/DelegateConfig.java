// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.cniconfig.CniNetwork;
import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The CNI configuration of a delegate: with a type it is one plugin, without one a list.
 *
 * @param text as it was written, but for what a pod or a device adds to it
 * @param name of the network; empty where it has none
 * @param type of the plugin; empty for a list
 */
public record DelegateConfig(String text, String name, String type) {
    /** A plugin that asks the daemon: its request would wait for the one that it is called for, whose container is the same. */
    private static final String SHIM = "multus-shim";

    /** A list has two or three as a rule, and each is a process that is started. */
    private static final int MOST_PLUGINS = 100;

    private static final String LOAD = "LoadDelegateNetConf: ";
    private static final String LOAD_LIST = LOAD + "failed with: LoadDelegateNetConfList: ";

    /** {@return the configuration, or why Multus refuses it} */
    public static Result<DelegateConfig> read(String text) {
        return switch (JsonText.read(text, CniNetwork.LIMITS)) {
            case Result.Not<JsonText>(var reason) -> refused(LOAD + "error unmarshalling delegate config: " + reason);
            case Result.Ok<JsonText>(var json) -> read(json);
        };
    }

    private static Result<DelegateConfig> read(JsonText json) {
        var problem = PluginConfig.problem(json, json.root());
        if (problem.isPresent()) {
            return refused(LOAD + "error unmarshalling delegate config: " + problem.get());
        }
        if (!(json.root() instanceof JsonValue.Members root)) {
            return refused(LOAD_LIST + "delegate must have the 'type' or 'plugin' field");
        }
        var name = root.goText("name").orElse("");
        if (callsTheDaemon(root)) {
            return refused(LOAD + "a network of type " + SHIM + " would wait for itself");
        }
        return root.goText("type")
                .<Result<DelegateConfig>>map(type -> new Result.Ok<>(new DelegateConfig(json.text(), name, type)))
                .orElseGet(() -> listProblem(json, root)
                        .<Result<DelegateConfig>>map(Result.Not::new)
                        .orElseGet(() -> new Result.Ok<>(new DelegateConfig(json.text(), name, ""))));
    }

    private static boolean callsTheDaemon(JsonValue.Members root) {
        var plugins = root.goMembers("plugins").map(JsonValue.Member::value).flatMap(list -> list.items().stream());
        return Stream.concat(Stream.of((JsonValue) root), plugins)
                .anyMatch(plugin -> plugin instanceof JsonValue.Members members
                        && members.goText("type").filter(SHIM::equals).isPresent());
    }

    private static Optional<String> listProblem(JsonText json, JsonValue.Members root) {
        var plugins = root.goMembers("plugins").map(JsonValue.Member::value).reduce((_, later) -> later);
        var elements = plugins.filter(JsonValue.Elements.class::isInstance)
                .map(list -> ((JsonValue.Elements) list).elements())
                .orElse(List.of());
        if (elements.isEmpty()) {
            return Optional.of(LOAD_LIST + "delegate must have the 'type' or 'plugin' field");
        }
        var most = root.goMembers("plugins")
                .mapToInt(member -> member.value().items().size())
                .max()
                .orElse(0);
        if (most > MOST_PLUGINS) {
            return Optional.of(LOAD_LIST + "the network has " + most + " plugins, and may have " + MOST_PLUGINS
                    + "; remove some of them, or make several networks of it");
        }
        var mistyped = elements.stream()
                .flatMap(plugin -> PluginConfig.problem(json, plugin).stream())
                .findFirst();
        if (mistyped.isPresent()) {
            return mistyped.map(problem -> LOAD_LIST + "error unmarshalling delegate conflist: " + problem);
        }
        return elements.getFirst() instanceof JsonValue.Members first
                        && first.goText("type").isPresent()
                ? Optional.empty()
                : Optional.of(LOAD_LIST + "a plugin delegate must have the 'type' field");
    }

    /** {@return the configuration with a name where it has none} */
    static Result<String> named(String config, String name) {
        return switch (JsonText.read(config, CniNetwork.LIMITS)) {
            case Result.Not<JsonText>(var reason) -> new Result.Not<>("failed to unmarshal Spec.Config: " + reason);
            case Result.Ok<JsonText>(var json)
            when json.root() instanceof JsonValue.Members root ->
                new Result.Ok<>(
                        root.text("name").equals(Optional.of("")) || !root.has("name")
                                ? json.with(List.of(JsonEdit.replace(
                                        root, RewrittenObject.with(json, root, Map.of("name", JsonEdit.quote(name))))))
                                : config);
            case Result.Ok<JsonText> _ -> new Result.Not<>("failed to unmarshal Spec.Config: not a JSON object");
        };
    }

    /** {@return the plugins that are called for it, or why libcni loads none} */
    public Result<PluginChain> chain() {
        return isList() ? PluginChain.readList(text) : PluginChain.readPlugin(text);
    }

    /** {@return the configuration, which has this version where it is a list without one: so upstream takes a sandbox out of it} */
    public DelegateConfig orOfVersion(String cniVersion) {
        return isList()
                        && !cniVersion.isEmpty()
                        && JsonText.read(text, CniNetwork.LIMITS) instanceof Result.Ok<JsonText>(var json)
                        && json.root() instanceof JsonValue.Members root
                        && root.text("cniVersion")
                                .filter(version -> !version.isEmpty())
                                .isEmpty()
                ? new DelegateConfig(
                        json.with(List.of(JsonEdit.replace(
                                root,
                                RewrittenObject.with(json, root, Map.of("cniVersion", JsonEdit.quote(cniVersion)))))),
                        name,
                        type)
                : this;
    }

    /** {@return whether it is a list of plugins} */
    public boolean isList() {
        return type.isEmpty();
    }

    /** {@return the configuration that tells each plugin of a device} */
    Result<DelegateConfig> with(Device device) {
        var id = JsonEdit.quote(device.id());
        var members = new LinkedHashMap<String, String>();
        members.put("deviceID", id);
        members.put("pciBusID", id);
        return edited(members, plugin -> new Result.Ok<>(plugin.with(members)));
    }

    /** {@return the configuration with these values in each plugin's {@code args.cni}} */
    Result<DelegateConfig> with(Map<String, String> cniArgs) {
        if (cniArgs.isEmpty()) {
            return new Result.Ok<>(this);
        }
        return Refusals.within(
                "LoadDelegateNetConf(): failed to add cni-args in NetConfList bytes: ",
                edited(cniArgs, plugin -> plugin.withCniArgs(cniArgs)));
    }

    /**
     * What would be longer than a configuration may be is not made: the members go into each plugin, and a pod chooses their length. What could not
     * be read again is refused now: a DEL would be at a loss.
     */
    private Result<DelegateConfig> edited(Map<String, String> members, PluginEdit edit) {
        long more = RewrittenObject.of(members).length();
        return JsonText.read(text, CniNetwork.LIMITS)
                .then(json -> text.length()
                                        + more
                                                * PluginEdit.plugins(json, isList())
                                                        .size()
                                > CniNetwork.LIMITS.length()
                        ? new Result.Not<String>("with these values in each plugin the configuration is longer than "
                                + CniNetwork.LIMITS.length() + " bytes; shorten them")
                        : PluginEdit.edits(json, isList(), edit).map(json::with))
                .then(edited -> JsonText.read(edited, CniNetwork.LIMITS))
                .map(edited -> new DelegateConfig(edited.text(), name, type));
    }

    private static Result<DelegateConfig> refused(String reason) {
        return new Result.Not<>(reason);
    }
}
