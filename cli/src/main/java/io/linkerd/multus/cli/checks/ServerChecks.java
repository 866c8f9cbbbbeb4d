// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.checks;

import io.linkerd.multus.cli.facts.AttachmentView;
import io.linkerd.multus.cli.facts.Sight;
import java.util.List;
import java.util.regex.Pattern;

/** What the cluster itself has to have. */
final class ServerChecks {
    /** matchConditions of admission webhooks are there from 1.28 on: the chart's {@code kubeVersion}. */
    private static final int OLDEST_MINOR = 28;

    private static final Pattern VERSION = Pattern.compile("v?1\\.(\\d{1,4}).*", Pattern.DOTALL);
    private static final String SUPPORTED = "the API server's version is supported";
    private static final String KNOWS = "the cluster knows network attachments (Multus)";

    private ServerChecks() {}

    static Category of(Picture seen) {
        return new Category("kubernetes-api", List.of(version(seen), multus(seen)));
    }

    private static Check version(Picture seen) {
        var hint = "kubernetes-version";
        return Answers.of(SUPPORTED, hint, seen.server(), "", version -> {
            var minor = VERSION.matcher(version);
            return minor.matches() && Integer.parseInt(minor.group(1)) < OLDEST_MINOR
                    ? Check.wrong(
                            SUPPORTED,
                            "it is " + version + ", and linkerd-multus needs 1." + OLDEST_MINOR
                                    + " or newer\nUpgrade the cluster.",
                            hint)
                    : Check.right(SUPPORTED + " (" + version + ")", hint);
        });
    }

    private static Check multus(Picture seen) {
        var hint = "no-multus";
        return switch (seen.attachments()) {
            case Sight.Seen<List<AttachmentView>> _ -> Check.right(KNOWS, hint);
            case Sight.Absent<List<AttachmentView>> _
            when !seen.known().scope().attaches() -> Check.right("the plugin is chained, and needs no Multus", hint);
            case Sight.Absent<List<AttachmentView>> _
            when seen.release().whyNot().isPresent() -> Answers.notSeen(KNOWS, hint, seen.release());
            case Sight.Absent<List<AttachmentView>> _ ->
                Check.wrong(
                        KNOWS,
                        "it has no kind NetworkAttachmentDefinition\nInstall Multus (multus.enabled=true has this chart do it), or"
                                + " have the plugin chained without it: global.mode=chained.",
                        hint);
            case Sight.Denied<List<AttachmentView>> _, Sight.Failed<List<AttachmentView>> _ ->
                Answers.notSeen(KNOWS, hint, seen.attachments());
        };
    }
}
