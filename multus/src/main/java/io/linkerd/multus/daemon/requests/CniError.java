// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.requests;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The error result of the CNI specification, by which a container runtime decides what to do next.
 *
 * @param code below 100 one of the specification's; from 100 on what a plugin means by it; {@link #UNTOLD} where none was told
 * @param message in words, of 12 KiB at most; what is longer is cut, and says so
 * @param details more about it; may be empty; cut at 4 KiB
 * @see <a href="https://github.com/containernetworking/cni/blob/main/SPEC.md#error">Error</a>
 */
public record CniError(int code, String message, String details) {
    /** None was told. */
    public static final int UNTOLD = 0;
    /** The CNI version is not supported. */
    public static final int INCOMPATIBLE_VERSION = 1;
    /** A field of the configuration is not supported; the message names it and its value. */
    public static final int UNSUPPORTED_FIELD = 2;
    /** The container is unknown or does not exist: nothing has to be cleaned up for it. */
    public static final int UNKNOWN_CONTAINER = 3;
    /** A variable of the environment is missing or invalid; the message names it. */
    public static final int INVALID_ENVIRONMENT = 4;
    /** Something could not be read or written. */
    public static final int IO_FAILURE = 5;
    /** Something that was read could not be decoded. */
    public static final int DECODING_FAILURE = 6;
    /** The network's configuration is invalid. */
    public static final int INVALID_NETWORK_CONFIG = 7;
    /** The network namespace is not one that a container has; libcni's own. */
    public static final int INVALID_NETWORK_NAMESPACE = 8;
    /** The runtime is to try again: it should get better by itself. */
    public static final int TRY_AGAIN_LATER = 11;
    /** STATUS: no ADD can be served. */
    public static final int NOT_AVAILABLE = 50;
    /** STATUS: no ADD can be served, and containers that are there may have lost their networks. */
    public static final int LIMITED_CONNECTIVITY = 51;
    /** Anything that has no code of its own; libcni's own. */
    public static final int INTERNAL = 999;

    /** Of what a plugin prints: usual are some hundred bytes. */
    private static final JsonLimits LIMITS =
            JsonLimits.ofLength(1 << 20).depth(500).values(20_000).build();

    /** A plugin may print 1 MiB, which the runtime, its log and the log of kubelet would repeat with each try. */
    private static final int LONGEST_MESSAGE = (12 << 10) - "; ".length();

    private static final int LONGEST_DETAILS = 4 << 10;

    private static final String CUT = "… (cut)";

    /** Cuts. */
    public CniError {
        message = GoText.cut(message, LONGEST_MESSAGE, CUT);
        details = GoText.cut(details, LONGEST_DETAILS, CUT);
    }

    /** An error without details. */
    public CniError(int code, String message) {
        this(code, message, "");
    }

    /** {@return the error in what a plugin or a daemon printed, as Go decodes it} One without a message is none. */
    public static Optional<CniError> read(String text) {
        return JsonText.read(text, LIMITS) instanceof Result.Ok<JsonText>(var json)
                        && json.root() instanceof JsonValue.Members object
                ? object.goText("msg")
                        .map(message -> new CniError(
                                code(object), message, object.goText("details").orElse("")))
                : Optional.empty();
    }

    /** {@return an error without a code} */
    public static CniError of(String message) {
        return new CniError(UNTOLD, message);
    }

    /** {@return the error for a fault of the daemon itself, whose cause is for the log} By its code the shim keeps a DEL, which is else lost. */
    public static CniError ofFault() {
        return new CniError(TRY_AGAIN_LATER, "a fault in the daemon, whose log says more");
    }

    /** {@return whether it says more by its code than that something failed} */
    public boolean hasCode() {
        return code != UNTOLD && code != INTERNAL;
    }

    /** {@return the error as a step above tells it, its code kept} */
    public CniError within(String words) {
        return new CniError(code, words + text());
    }

    /** {@return the same error, told by a longer message} */
    public CniError withMessage(String longer) {
        return new CniError(code, longer, details);
    }

    /** {@return the error as the specification has it, without the version} */
    public String json() {
        var members =
                JsonEdit.member("code", Integer.toString(code)) + "," + JsonEdit.member("msg", JsonEdit.quote(message));
        return "{" + members + (details.isEmpty() ? "" : "," + JsonEdit.member("details", JsonEdit.quote(details)))
                + "}";
    }

    /** {@return message and details in one line} */
    public String text() {
        return details.isEmpty() ? message : message + "; " + details;
    }

    /** A code that is none leaves an error that has no code of its own. */
    private static int code(JsonValue.Members object) {
        return object.goMembers("code")
                .map(member -> member.value().number())
                .filter(OptionalLong::isPresent)
                .map(OptionalLong::getAsLong)
                .filter(code -> 0 <= code && code <= Integer.MAX_VALUE)
                .map(Long::intValue)
                .reduce((_, later) -> later)
                .orElse(INTERNAL);
    }
}
