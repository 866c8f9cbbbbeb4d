// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.contracts.Result;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Loads the networks of one plan, in the order in which they take the pod's devices. */
final class DelegateLoading {
    private static final String CANNOT_FIND = "getNetDelegate: cannot find network: ";

    private final NetworkSettings settings;
    private final Looks looks;
    private final AllottedDevices devices;
    private Optional<String> missing = Optional.empty();

    /** Each is read once, however often the pod selects it. */
    private final Map<NetworkName, Result<DelegateConfig>> configs = new HashMap<>();

    DelegateLoading(NetworkSettings settings, Looks looks) {
        this.settings = settings;
        this.looks = looks;
        this.devices = new AllottedDevices(looks);
    }

    /** {@return what is said of the definition that was looked for last and does not exist} */
    Optional<String> missing() {
        return missing;
    }

    /** {@return a network that an annotation selects} */
    Result<DelegateRequest> selected(SelectionElement element) {
        var name = element.network();
        var definition = looks.definition(name);
        if (definition.isEmpty()) {
            var shown = NetworksAnnotation.shown(name.name());
            var words = "cannot find a network-attachment-definition (" + shown + ") in namespace ("
                    + NetworksAnnotation.shown(name.namespace()) + "): networkattachmentdefinition.k8s.cni.cncf.io \""
                    + shown + "\" not found";
            missing = Optional.of(words);
            return new Result.Not<>("getKubernetesDelegate: " + words);
        }
        return device(definition.get())
                .then(device -> read(definition.get()).then(config -> DelegateRequest.of(config, element, device)));
    }

    /** Asks for definitions in their order, and for none behind one because of which there will be no plan. */
    void foresee(List<NetworkName> names) {
        long length = 0;
        for (var name : new LinkedHashSet<>(names)) {
            if (length > DelegatePlan.MOST_CONFIGURATION || looks.isMissing(name)) {
                return;
            }
            length += looks.definition(name)
                    .map(definition -> definition.config().length())
                    .orElse(0);
        }
    }

    /** {@return a network that the daemon's configuration names, by a name or a path} */
    Result<DelegateRequest> named(String network) {
        return network.indexOf('/') < 0 ? byName(network) : byPath(network, looks.path(network));
    }

    /** {@return the networks whose configurations are in the daemon's own} */
    Result<List<DelegateRequest>> configured() {
        if (settings.delegates().isEmpty()) {
            return new Result.Not<>(
                    "error loading netconf: LoadNetConf: at least one delegate/clusterNetwork must be specified");
        }
        var places = IntStream.range(0, settings.delegates().size()).boxed().toList();
        return Refusals.within(
                "error loading netconf: LoadNetConf: failed to load delegate ",
                Refusals.each(places, this::configured));
    }

    private Result<DelegateRequest> configured(int place) {
        return Refusals.within(
                        place + " config: ",
                        DelegateConfig.read(settings.delegates().get(place)))
                .map(DelegateRequest::of);
    }

    /** Asks for what a name or a path will be looked for, so that many of them are one question. */
    void foresee(String network) {
        if (network.indexOf('/') < 0) {
            looks.definition(new NetworkName(settings.multusNamespace(), network));
        } else {
            looks.path(network);
        }
    }

    private Result<Optional<Device>> device(NetworkDefinition definition) {
        return Refusals.within(
                "getKubernetesDelegate: failed to get resourceMap from ResourceClient: ",
                definition.resourceName().map(devices::take).orElseGet(() -> new Result.Ok<>(Optional.empty())));
    }

    private Result<DelegateConfig> read(NetworkDefinition definition) {
        return configs.computeIfAbsent(
                definition.name(), _ -> config(definition).then(DelegateConfig::read));
    }

    private Result<String> config(NetworkDefinition definition) {
        var name = definition.name().name();
        return definition.config().isEmpty()
                ? Refusals.within("GetCNIConfig: err in GetCNIConfigFromFile: ", inConfDir(name))
                : Refusals.within(
                        "GetCNIConfig: err in getCNIConfigFromSpec: ", DelegateConfig.named(definition.config(), name));
    }

    private Result<String> inConfDir(String name) {
        return new ConfFolder(settings.confDir(), looks.path(settings.confDir())).named(name);
    }

    /** A definition that is there and broken gives way to a file, as one does that is not there. */
    private Result<DelegateRequest> byName(String network) {
        var element = new SelectionElement(new NetworkName(settings.multusNamespace(), network), NetworkWishes.NONE);
        return switch (selected(element)) {
            case Result.Ok<DelegateRequest> found -> found;
            case Result.Not<DelegateRequest>(var ofDefinition) ->
                switch (inConfDir(network)) {
                    case Result.Ok<String>(var text) -> {
                        missing = Optional.empty();
                        yield DelegateConfig.read(text).map(DelegateRequest::of);
                    }
                    case Result.Not<String>(var ofFile) ->
                        new Result.Not<>(CANNOT_FIND + network + " (" + ofDefinition + "; " + ofFile + ")");
                };
        };
    }

    private Result<DelegateRequest> byPath(String path, SeenPath seen) {
        return switch (seen) {
            case SeenPath.Absent _ -> new Result.Not<>("stat " + path + ": no such file or directory");
            case SeenPath.Unreadable(var reason) -> new Result.Not<>("stat " + path + ": " + reason);
            case SeenPath.Folder folder ->
                folder.with(List.of(".conf", ".conflist")).findAny().isEmpty()
                        ? new Result.Not<>(CANNOT_FIND + path)
                        : new ConfFolder(path, folder)
                                .named("")
                                .then(DelegateConfig::read)
                                .map(DelegateRequest::of);
            case SeenPath.File(var text) -> path.endsWith(".conflist") ? list(path, text) : plugin(path, text);
        };
    }

    private Result<DelegateRequest> list(String path, String text) {
        return Refusals.within(
                        "error loading CNI conflist file " + path + ": ",
                        ChainFile.load(text, ChainFile.folderOf(path), looks))
                .map(DelegateRequest::of);
    }

    private static Result<DelegateRequest> plugin(String path, String text) {
        return Refusals.within("error loading CNI config file " + path + ": ", PluginChain.readPlugin(text))
                .then(_ -> DelegateConfig.read(text))
                .map(DelegateRequest::of);
    }
}
