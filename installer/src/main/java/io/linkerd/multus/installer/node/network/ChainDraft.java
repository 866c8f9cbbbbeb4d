// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.network;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.cniconfig.CniConfig;
import io.linkerd.multus.contracts.cniconfig.CniNetwork;
import io.linkerd.multus.service.files.Content;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What {@link Chained} wants of each network, while it is being found out. */
final class ChainDraft {
    private final NetworkDirectory there;
    private final CniConfig configuration;
    private final List<DesiredNetwork> networks = new ArrayList<>();
    private final SortedMap<String, String> unusable = new TreeMap<>();
    private final List<String> notices = new ArrayList<>();

    ChainDraft(NetworkDirectory there, CniConfig configuration) {
        this.there = there;
        this.configuration = configuration;
    }

    void list(String name, NetworkFile file) {
        readable(file)
                .ifPresent(found -> network(found, CniNetwork.readList(found.text()))
                        .ifPresent(network -> {
                            if (networks.stream()
                                    .noneMatch(other -> other.path().equals(found.path()))) { // two links, one file
                                networks.add(new DesiredNetwork.Edited(
                                        found.path(),
                                        new Content.Edit(network.with(configuration), found.fingerprint()),
                                        found.ownership(),
                                        new Content.Text(network.without())));
                            }
                        }));
    }

    void single(String name, NetworkFile file) {
        readable(file)
                .ifPresent(found -> network(found, CniNetwork.readSingle(found.text()))
                        .ifPresent(network -> networks.add(new DesiredNetwork.Converted(
                                there.path() + "/" + Chained.listOf(name),
                                new Content.Text(network.with(configuration)),
                                there.path() + "/" + name,
                                found,
                                new Content.Text(network.without())))));
    }

    /** Says what is left alone; the reason follows the path in a sentence. */
    void leave(String path, String reason) {
        notices.add(path + " " + reason);
    }

    NetworkPlan plan() {
        var problems = new ArrayList<String>();
        if (networks.isEmpty() && unusable.isEmpty()) {
            problems.add("waiting for a network in " + there.path()
                    + ": the container runtime has none there that Linkerd's plugin" + " could be chained to"
                    + (notices.isEmpty() ? "" : " (" + String.join("; ", notices) + ")"));
        }
        return new NetworkPlan(Map.of(), networks, problems, unusable, notices);
    }

    private Optional<NetworkFile.Text> readable(NetworkFile file) {
        return switch (file) {
            case NetworkFile.Text found -> Optional.of(found);
            case NetworkFile.Directory(var path) -> {
                leave(path, "is left alone: it is a directory");
                yield Optional.empty();
            }
            case NetworkFile.Unreadable(var path, var reason) -> {
                unusable.put(path, path + " " + reason + "; it is left alone, and looked at again");
                yield Optional.empty();
            }
        };
    }

    private Optional<CniNetwork> network(NetworkFile.Text file, Result<CniNetwork> read) {
        return switch (read) {
            case Result.Not<CniNetwork>(var reason) -> {
                unusable.put(
                        file.path(),
                        file.path() + " is no network (" + reason + "); it is left alone, and looked at again");
                yield Optional.empty();
            }
            case Result.Ok<CniNetwork>(var network)
            when network.isMultus() -> {
                leave(file.path(), "is left alone: it is Multus' own, which calls the other networks here itself");
                yield Optional.empty();
            }
            case Result.Ok<CniNetwork>(var network)
            when network.isLinkerdAlone() -> {
                leave(file.path(), "is left alone: nothing but Linkerd's plugin is in it");
                yield Optional.empty();
            }
            case Result.Ok<CniNetwork>(var network) -> Optional.of(network);
        };
    }
}
