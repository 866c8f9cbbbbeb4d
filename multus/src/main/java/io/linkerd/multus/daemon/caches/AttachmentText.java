// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.caches;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.daemon.requests.CniArgument;
import io.linkerd.multus.daemon.results.CniResult;
import io.linkerd.multus.daemon.results.GoFields;
import io.linkerd.multus.daemon.results.GoJson;
import io.linkerd.multus.daemon.results.ObjectText;
import java.util.ArrayList;
import java.util.List;

/** An attachment as libcni writes it ({@code cachedInfo} in {@code libcni/api.go}). */
final class AttachmentText {
    /** One configuration and one result, usually 1 kB. */
    static final JsonLimits LIMITS =
            JsonLimits.ofLength(2 << 20).depth(500).values(200_000).build();

    private static final String KIND = "cniCacheV1";
    private static final JsonValue NONE = new JsonValue.Null(0, 0);

    private AttachmentText() {}

    static String of(CachedAttachment attachment) {
        var text = new ObjectText()
                .text("kind", KIND)
                .text("containerId", attachment.key().containerId())
                .text("config", Base64Text.encoded(attachment.configuration()))
                .text("ifName", attachment.key().interfaceName())
                .text("networkName", attachment.key().network())
                .textIfAny("netns", attachment.networkNamespace())
                .listIfAny(
                        "cniArgs",
                        attachment.arguments().stream()
                                .map(AttachmentText::pair)
                                .toList());
        if (!attachment.capabilityArguments().isEmpty()) {
            text.json("capabilityArgs", attachment.capabilityArguments());
        }
        if (attachment.result() instanceof Result.Ok<CniResult>(var result)) {
            text.json("result", result.json());
        }
        return text.toString();
    }

    private static String pair(CniArgument argument) {
        return "[" + GoJson.quote(argument.key()) + "," + GoJson.quote(argument.value()) + "]";
    }

    /** {@code key} is by what the file was found, for one of an old libcni, which does not say it. */
    static Result<CachedAttachment> read(byte[] file, AttachmentKey key) {
        return JsonText.read(new String(file, UTF_8), LIMITS).then(text -> {
            try {
                return new Result.Ok<>(isNew(text.root()) ? read(text) : old(text.root(), key));
            } catch (MalformedJson malformed) {
                return new Result.Not<>(malformed.reason());
            }
        });
    }

    /** {@return of which attachment a file is, or why it is of none} */
    static Result<AttachmentKey> readKey(byte[] file) {
        return JsonValue.read(file, LIMITS).then(root -> {
            try {
                return isNew(root)
                        ? new Result.Ok<>(key(GoFields.of(root, "")))
                        : new Result.Not<>("it is not of kind " + KIND);
            } catch (MalformedJson malformed) {
                return new Result.Not<>(malformed.reason());
            }
        });
    }

    private static boolean isNew(JsonValue root) {
        return root.text("kind").filter(KIND::equals).isPresent();
    }

    private static CachedAttachment read(JsonText text) throws MalformedJson {
        var fields = GoFields.of(text.root(), "");
        return new CachedAttachment(
                key(fields),
                Base64Text.decoded(fields.text("config")),
                fields.text("netns"),
                arguments(text.root()),
                capabilities(text),
                text.root()
                        .member("result")
                        .map(CniResult::ofCache)
                        .orElseGet(() -> new Result.Not<>("no result was kept")));
    }

    private static String capabilities(JsonText text) throws MalformedJson {
        return switch (text.root().member("capabilityArgs").orElse(NONE)) {
            case JsonValue.Members object -> text.written(object);
            case JsonValue.Null _ -> "";
            case JsonValue.Elements _, JsonValue.Text _, JsonValue.Whole _, JsonValue.Other _ ->
                throw new MalformedJson("capabilityArgs is no object");
        };
    }

    private static CachedAttachment old(JsonValue result, AttachmentKey key) throws MalformedJson {
        return switch (CniResult.ofCache(result)) {
            case Result.Ok<CniResult> known -> new CachedAttachment(key, "", "", List.of(), "", known);
            case Result.Not<CniResult>(var reason) -> throw new MalformedJson(reason);
        };
    }

    private static AttachmentKey key(GoFields fields) throws MalformedJson {
        var key = new AttachmentKey(fields.text("networkName"), fields.text("containerId"), fields.text("ifName"));
        if (key.network().isEmpty()
                || key.containerId().isEmpty()
                || key.interfaceName().isEmpty()) {
            throw new MalformedJson("it does not say network, container and interface");
        }
        return key;
    }

    private static List<CniArgument> arguments(JsonValue root) throws MalformedJson {
        var arguments = new ArrayList<CniArgument>();
        for (var pair : root.items("cniArgs")) {
            var texts = pair.texts();
            if (texts.size() != 2 || pair.items().size() != 2) {
                throw new MalformedJson("cniArgs[" + arguments.size() + "] is no pair of texts");
            }
            arguments.add(new CniArgument(texts.getFirst(), texts.getLast()));
        }
        return arguments;
    }
}
