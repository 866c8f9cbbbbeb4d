// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.daemon.requests.CniError;
import io.linkerd.multus.daemon.requests.GoQuoted;
import java.util.Optional;

/** Reads what a plugin's end means, with upstream's words. */
final class EndingReader {
    /** Longest output that is repeated in a message; an Event holds 1024 bytes, a log more. */
    private static final int LONGEST_QUOTE = 4096;

    private static final JsonLimits LIMITS =
            JsonLimits.ofLength(PluginResult.LONGEST).values(20_000).build();

    private EndingReader() {}

    static PluginAnswer answer(PluginEnding ending) {
        return switch (ending) {
            case PluginEnding.Exited exited when exited.status() == 0 -> new PluginAnswer.Done(exited.stdout());
            case PluginEnding.Exited exited -> new PluginAnswer.Failed(error(exited));
            case PluginEnding.NotStarted(var reason, var _) -> failed(noMessage(reason));
            case PluginEnding.Late(var time, var stderr) ->
                tryAgain("netplugin failed: it had not ended after " + time.toMillis() + " ms and was killed"
                        + behind(stderr));
            case PluginEnding.Abandoned(var time, var stderr) ->
                tryAgain("netplugin failed: its caller does not wait any more, and after " + time.toMillis()
                        + " ms it was killed" + behind(stderr));
            case PluginEnding.TooMuch(var bytes) ->
                failed("netplugin failed: it printed more than " + bytes + " bytes and was killed");
            case PluginEnding.NoPlace _ -> tryAgain("netplugin not called: as many plugins ran as may run at a time");
        };
    }

    private static CniError error(PluginEnding.Exited exited) {
        if (exited.stdout().isEmpty()) {
            return CniError.of(
                    exited.stderr().isEmpty()
                            ? noMessage(ExitStatus.inWords(exited.status()))
                            : "netplugin failed: " + quoted(exited.stderr()));
        }
        return told(exited)
                .orElse(reason -> CniError.of("netplugin failed but error parsing its diagnostic message "
                        + quoted(exited.stdout()) + ": " + reason));
    }

    /** {@return the error that the plugin has printed, or why that is none} */
    private static Result<CniError> told(PluginEnding.Exited exited) {
        return JsonText.read(exited.stdout(), LIMITS).then(json -> {
            if (!(json.root() instanceof JsonValue.Members error)) {
                return new Result.Not<>("not a JSON object");
            }
            return problem(error)
                    .<Result<CniError>>map(Result.Not::new)
                    .orElseGet(() -> new Result.Ok<>(new CniError(
                            code(error),
                            error.goText("msg").orElseGet(() -> noMessage(ExitStatus.inWords(exited.status()))),
                            error.goText("details").orElse(""))));
        });
    }

    private static Optional<String> problem(JsonValue.Members error) {
        for (var member : error.members()) {
            if (member.value() instanceof JsonValue.Null) {
                continue;
            }
            boolean isText = member.value() instanceof JsonValue.Text;
            if (!isText && (is(member, "msg") || is(member, "details"))) {
                return Optional.of("\"" + member.name() + "\" is not a string");
            }
            if (is(member, "code") && !(member.value() instanceof JsonValue.Whole code && code.value() >= 0)) {
                return Optional.of("\"code\" is not a whole number from 0");
            }
        }
        return Optional.empty();
    }

    private static boolean is(JsonValue.Member member, String field) {
        return GoText.isKey(member.name(), field);
    }

    private static int code(JsonValue.Members error) {
        return error.goMembers("code")
                .map(JsonValue.Member::value)
                .filter(JsonValue.Whole.class::isInstance)
                .map(code -> ((JsonValue.Whole) code).value())
                .map(code -> code <= Integer.MAX_VALUE ? code.intValue() : CniError.UNTOLD)
                .reduce((_, later) -> later)
                .orElse(CniError.UNTOLD);
    }

    private static String noMessage(String reason) {
        return "netplugin failed with no error message: " + reason;
    }

    private static String behind(String stderr) {
        return stderr.isEmpty() ? "" : ": " + quoted(stderr);
    }

    private static String quoted(String output) {
        return GoQuoted.of(output, LONGEST_QUOTE);
    }

    private static PluginAnswer failed(String message) {
        return new PluginAnswer.Failed(CniError.of(message));
    }

    private static PluginAnswer tryAgain(String message) {
        return new PluginAnswer.Failed(new CniError(CniError.TRY_AGAIN_LATER, message, ""));
    }
}
