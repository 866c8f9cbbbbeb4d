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
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** What {@link Chained} wants of each network, while it is being found out. */
final class ChainDraft {
    private static final String ALONE = "nothing but Linkerd's plugin is in it, so pods get no network; remove it";
    private static final String VERBS =
            "one of the installer's verbs has put it there, and it stays as it is; put the plugin into it by that verb, or"
                    + " have another network come first";
    private static final String FOREIGN = "the plugin is chained to *.conflist and *.conf alone; rename it";

    private final NetworkDirectory there;
    private final CniConfig configuration;
    private final Set<String> others;
    private final List<DesiredNetwork> networks = new ArrayList<>();
    private final SortedMap<String, String> unusable = new TreeMap<>();
    private final List<String> notices = new ArrayList<>();
    private final RuntimeOrder order;
    private final Map<String, String> namedByMultus;

    ChainDraft(NetworkDirectory there, CniConfig configuration, Set<String> others) {
        this.there = there;
        this.configuration = configuration;
        this.order = new RuntimeOrder(configuration.kubeconfigPath().orElse(""));
        this.others = others;
        this.namedByMultus = RuntimeOrder.namedByMultus(there);
    }

    void list(String name, NetworkFile file) {
        readable(file)
                .ifPresent(found -> network(name, found, CniNetwork.readList(found.text()))
                        .ifPresent(network -> {
                            stands(name, name, found, network);
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

    /** The list, of that name, stands in the single network's place. */
    void single(String name, String list, NetworkFile file) {
        readable(file)
                .ifPresent(found -> network(name, found, CniNetwork.readSingle(found.text()))
                        .ifPresent(network -> single(name, list, found, network)));
    }

    private void single(String name, String list, NetworkFile.Text found, CniNetwork network) {
        var use = namedByMultus.get(name);
        if (use != null) { // Multus would find nothing under that name, and start no pod
            leave(found.path(), "is left alone: Multus " + use);
            order.without(name, found.path(), "Multus " + use + ", so no list can be made of it");
            return;
        }
        stands(name, list, found, network);
        networks.add(new DesiredNetwork.Converted(
                there.path() + "/" + list,
                new Content.Text(network.with(configuration)),
                there.path() + "/" + name,
                found,
                new Content.Text(network.without())));
    }

    /** It is going to have the plugin, under the name {@code then}, unless a verb has put it there: then it has it, or never will. */
    private void stands(String now, String then, NetworkFile.Text found, CniNetwork network) {
        if (!others.contains(found.path())) {
            order.chained(then, network.isLoadable());
        } else if (network.hasLinkerd()) {
            order.chained(now, network.isLoadable());
        } else {
            without(now, found, network, VERBS);
        }
    }

    /** What is no network there is passed over by CRI-O, and containerd says itself that it has none. */
    void json(String name, NetworkFile file) {
        switch (file) {
            case NetworkFile.Directory _ -> {}
            case NetworkFile.Unreadable(var path, var reason) -> order.without(name, path, "it " + reason);
            case NetworkFile.Text found -> {
                if (CniNetwork.readSingle(found.text()) instanceof Result.Ok<CniNetwork>(var network)
                        && network.isSingle()) {
                    foreign(name, found, network);
                }
            }
        }
    }

    private void foreign(String name, NetworkFile.Text found, CniNetwork network) {
        leave(found.path(), "is left alone: Linkerd's plugin is chained to *.conflist and *.conf alone");
        network.multusDefault()
                .ifPresentOrElse(
                        calls -> order.multus(name, found.path(), calls),
                        () -> order.without(name, found.path(), network.isLinkerdAlone() ? ALONE : FOREIGN));
    }

    private void without(String name, NetworkFile.Text file, CniNetwork network, String reason) {
        if (network.isLoadable()) {
            order.without(name, file.path(), reason);
        } else {
            order.passedOver(name);
        }
    }

    /** Says what is left alone; the reason follows the path in a sentence. */
    private void leave(String path, String reason) {
        notices.add(path + " " + reason);
    }

    NetworkPlan plan() {
        var problems = new ArrayList<String>();
        if (networks.isEmpty() && unusable.isEmpty()) {
            problems.add("waiting for a network in " + there.path()
                    + ": the container runtime has none there that Linkerd's plugin" + " could be chained to"
                    + (notices.isEmpty() ? "" : " (" + String.join("; ", notices) + ")"));
        }
        if (!networks.isEmpty()) {
            order.trouble().ifPresent(trouble -> unusable.put(trouble.path(), trouble.problem()));
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

    private Optional<CniNetwork> network(String name, NetworkFile.Text file, Result<CniNetwork> read) {
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
                network.multusDefault()
                        .filter(_ -> network.isLoadable())
                        .ifPresentOrElse(calls -> order.multus(name, file.path(), calls), () -> order.passedOver(name));
                yield Optional.empty();
            }
            case Result.Ok<CniNetwork>(var network)
            when network.isLinkerdAlone() -> {
                leave(file.path(), "is left alone: nothing but Linkerd's plugin is in it");
                without(name, file, network, ALONE);
                yield Optional.empty();
            }
            case Result.Ok<CniNetwork>(var network) -> Optional.of(network);
        };
    }
}
