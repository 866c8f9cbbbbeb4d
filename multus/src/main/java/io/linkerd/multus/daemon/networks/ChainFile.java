// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.cniconfig.CniNetwork;
import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A list of plugins to which the plugins belong as well that lie in a folder of its name beside it. */
final class ChainFile {
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9_.-]*");

    private ChainFile() {}

    /**
     * {@return the list with all of its plugins in it}
     *
     * @param folder in which the list lies
     */
    static Result<DelegateConfig> load(String text, String folder, Looks looks) {
        return Refusals.within("error loading network config from bytes: ", PluginChain.readList(text))
                .then(chain -> beside(chain, folder, looks).then(more -> with(text, chain, more)));
    }

    /** {@return the folder that a file lies in} */
    static String folderOf(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? "/" : path.substring(0, slash);
    }

    private static Result<List<PluginConfig>> beside(PluginChain chain, String folder, Looks looks) {
        if (chain.inlinedOnly()) {
            return new Result.Ok<>(List.of());
        }
        if (!NAME.matcher(chain.name()).matches()) {
            return new Result.Not<>("invalid network config name: " + NetworksAnnotation.shown(chain.name()));
        }
        var path = folder.equals("/") ? "/" + chain.name() : folder + "/" + chain.name();
        return Refusals.within("error loading plugin configs: ", new ConfFolder(path, looks.path(path)).plugins());
    }

    private static Result<DelegateConfig> with(String text, PluginChain chain, List<PluginConfig> more) {
        if (chain.plugins().isEmpty() && more.isEmpty()) {
            return new Result.Not<>("no plugin configs found");
        }
        return JsonText.read(text, CniNetwork.LIMITS)
                .map(json -> new DelegateConfig(json.with(edits(json, more)), chain.name(), ""));
    }

    private static List<JsonEdit> edits(JsonText json, List<PluginConfig> more) {
        if (json.root().member("plugins").orElse(null) instanceof JsonValue.Elements list) {
            return more.stream().map(plugin -> json.append(list, plugin.text())).toList();
        }
        var plugins = more.stream().map(PluginConfig::text).collect(Collectors.joining(",", "[", "]"));
        return json.root() instanceof JsonValue.Members root
                ? List.of(JsonEdit.replace(root, RewrittenObject.with(json, root, Map.of("plugins", plugins))))
                : List.of();
    }
}
