// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.requests;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code CNI_ARGS}: which pod a command is about.
 *
 * @param text as it was given
 * @param podNamespace may be empty, as the pod's name
 * @param podUid empty where the runtime does not say it at all; an empty text where it says that it knows none
 * @param sandboxId the container that holds the pod's namespaces; empty where none is said
 * @param extra what else the runtime said, for delegates to be told, too
 */
public record CniArgs(
        String text,
        String podNamespace,
        String podName,
        Optional<String> podUid,
        String sandboxId,
        List<CniArgument> extra) {
    /** Of a command about no pod. */
    public static final CniArgs NONE = new CniArgs("", "", "", Optional.empty(), "", List.of());

    private static final String NAMESPACE = "K8S_POD_NAMESPACE";
    private static final String NAME = "K8S_POD_NAME";
    private static final String UID = "K8S_POD_UID";
    private static final String SANDBOX = "K8S_POD_INFRA_CONTAINER_ID";
    private static final String IGNORE_UNKNOWN = "IgnoreUnknown";

    public CniArgs {
        extra = List.copyOf(extra);
    }

    /** {@return what the text says, or why it cannot be told, in upstream's words} Of what is said twice the last counts. */
    static Result<CniArgs> read(String text) {
        var said = new LinkedHashMap<String, String>();
        for (var item : text.split(";", -1)) {
            int equals = item.indexOf('=');
            if (equals < 0 || item.indexOf('=', equals + 1) >= 0) {
                return new Result.Not<>("invalid CNI_ARG '" + GoText.printable(GoText.shorten(item)) + "'");
            }
            said.put(GoText.trim(item.substring(0, equals)), GoText.trim(item.substring(equals + 1)));
        }
        return take(said, NAMESPACE)
                .<Result<CniArgs>>map(namespace -> take(said, NAME)
                        .<Result<CniArgs>>map(name -> new Result.Ok<>(of(text, namespace, name, said)))
                        .orElseGet(() -> missing(NAME)))
                .orElseGet(() -> missing(NAMESPACE));
    }

    private static CniArgs of(String text, String namespace, String name, Map<String, String> said) {
        var uid = take(said, UID);
        var sandbox = take(said, SANDBOX).orElse("");
        said.remove(IGNORE_UNKNOWN);
        var extra = said.entrySet().stream()
                .map(item -> new CniArgument(item.getKey(), item.getValue()))
                .toList();
        return new CniArgs(text, namespace, name, uid, sandbox, extra);
    }

    private static Optional<String> take(Map<String, String> said, String key) {
        return Optional.ofNullable(said.remove(key));
    }

    private static Result<CniArgs> missing(String key) {
        return new Result.Not<>("missing " + key);
    }
}
