// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.platform;

import io.linkerd.multus.contracts.Lookup;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.service.files.FolderLookup;
import java.nio.file.Path;

/**
 * A folder of the host that is to hold files of ours.
 *
 * @param path of the host
 */
public record HostFolder(HostRoot host, String path) {
    /** What follows a cure by a value of the chart that a release by the operator does not have. */
    public static final String OF_THE_CHART_ALONE =
            "; a LinkerdMultus has no such value: on such nodes install the chart in its place";

    /**
     * {@return the path if files can be made there, else what stands in the way}
     *
     * @param why it is this folder
     * @param cure what a person does where it is not mounted
     */
    public Result<String> writable(String why, String cure) {
        return host.isMounted(path)
                ? new Result.Ok<>(path)
                : new Result.Not<>(host.notMounted(path) + " (" + why + "); " + cure);
    }

    /** {@return the cure, or, where a link leads to another folder, that this value of the chart is to name the other one} */
    public String orTarget(String value, String cure) {
        return host.linked(path)
                .map(target -> "set the chart value " + value + "=" + target)
                .orElse(cure);
    }

    /**
     * {@return the path if the host has that folder, else what is missing} A folder that a container runtime, or its Multus, does not have
     * is none that it looks into: made here, it would hold files that nothing reads.
     *
     * @param why it is this folder
     */
    public Result<String> existing(String why) {
        return switch (FolderLookup.at(host.directory(path))) {
            case Lookup.Found<Path> _ -> new Result.Ok<>(path);
            case Lookup.Absent<Path> _ ->
                new Result.Not<>(path + " is not there on the node, so that nothing looks for plugins in it (" + why
                        + "); set the chart value global.platform to what the node is, or installer.cniBinDir to the"
                        + " folder that its container runtime, or its Multus, looks into" + OF_THE_CHART_ALONE);
            case Lookup.Unknown<Path>(var reason, var _) ->
                new Result.Not<>(path + " of the host cannot be looked at (" + why + "): " + reason);
        };
    }

    /** {@return why nothing that was put there can be seen any more, and what helps} */
    public String outOfReach() {
        var lost = ", so that what was put there cannot be given back; ";
        return host.linked(path)
                .map(target -> path + " of the host has become a link to " + target
                        + ", which is not mounted into the installer" + lost
                        + "set the chart value installer.networkDir, or installer.cniBinDir, to that folder")
                .orElseGet(() -> path + " of the host is not mounted into the installer any more" + lost
                        + "go back to the former chart values (helm rollback),"
                        + " or uninstall with them before you install with others");
    }
}
