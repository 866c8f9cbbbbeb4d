// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.journal.EntryKind;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.installer.node.journal.Original;
import io.linkerd.multus.installer.node.network.DesiredNetwork;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Plans for other people's networks with our plugin in them. */
record NetworkDraft(PlanDraft draft) {
    private static final Original NOTHING = new Original.Nothing();
    static final String BEING_CHANGED = "is being changed by another process at this moment; it is looked at again";

    void put(DesiredNetwork network) {
        switch (network) {
            case DesiredNetwork.Edited edited -> edit(edited);
            case DesiredNetwork.Converted converted -> convert(converted);
        }
    }

    private void edit(DesiredNetwork.Edited network) {
        var path = network.path();
        if (draft.another(path).isPresent()) {
            return; // a verb has put it there as it is, plugin or no plugin
        }
        if (!(draft.at(path) instanceof FileState.Regular there) || !isKnown(network, there)) {
            draft.obstacle(path, BEING_CHANGED);
        } else {
            edit(network, there, draft.entry(path).filter(known -> known.isOurs(there.fingerprint())));
        }
    }

    /** The text was made of what lies there, or lies there already. */
    private static boolean isKnown(DesiredNetwork.Edited network, FileState.Regular there) {
        return there.fingerprint().equals(network.content().base())
                || there.fingerprint().equals(network.content().fingerprint());
    }

    /** What we have not written is theirs, with or without our plugin in it: without it they get it back. */
    private void edit(DesiredNetwork.Edited network, FileState.Regular there, Optional<JournalEntry> ours) {
        var path = network.path();
        var pristine = network.pristine();
        var original = ours.map(JournalEntry::original)
                .orElseGet(() -> new Original.File(pristine.fingerprint(), there.ownership()));
        var kind = ours.map(JournalEntry::kind).orElse(EntryKind.EDITED_LIST);
        if (there.fingerprint().equals(network.content().fingerprint())) {
            if (ours.isEmpty()) {
                draft.keep(pristine);
                draft.remember(path, kind, List.of(there.fingerprint()), original);
            }
            return;
        }
        var file = new DesiredFile(path, network.content(), there.ownership(), kind);
        if (ours.isPresent()) {
            draft.write(file, draft.replaced(file), original, there.fingerprint());
        } else if (draft.write(file, reason(path, draft.entry(path).isPresent()), original)) {
            draft.keep(pristine);
        }
    }

    private Reason reason(String path, boolean wasThere) {
        return wasThere ? draft.undone(path, Reason.OVERWRITTEN) : Reason.CHAINED;
    }

    private void convert(DesiredNetwork.Converted network) {
        if (draft.another(network.path()).isPresent()
                || draft.another(network.single()).isPresent()
                || draft.isPostponed(network.single())) {
            return;
        }
        switch (draft.at(network.single())) {
            case FileState.Link(var target) -> convert(network, new Original.Link(target));
            case FileState.Regular there
            when !there.fingerprint().equals(network.made().fingerprint()) ->
                draft.obstacle(network.single(), BEING_CHANGED);
            case FileState.Regular there ->
                convert(network, new Original.File(network.pristine().fingerprint(), there.ownership()));
            case FileState.Absent _ -> draft.obstacle(network.single(), BEING_CHANGED);
            case FileState.Unusable(var reason) -> draft.cannotUse(network.single(), reason);
        }
    }

    private void convert(DesiredNetwork.Converted network, Original single) {
        boolean wasThere = Stream.of(network.single(), network.path())
                .anyMatch(path -> draft.entry(path).isPresent());
        var again = reason(network.path(), wasThere);
        if (!list(network, again)) {
            return; // the single network is the only one there, or the newer one
        }
        if (single instanceof Original.File) {
            draft.keep(network.pristine());
        }
        draft.remember(network.single(), EntryKind.CONVERTED_SINGLE, List.of(), single);
        draft.act(new NodeAction.Retire(
                network.single(), network.path(), network.made().fingerprint(), again));
    }

    /** Whether the list is there, or is going to be. */
    private boolean list(DesiredNetwork.Converted network, Reason again) {
        var before = draft.entry(network.path());
        var list = new DesiredFile(
                network.path(), network.content(), network.made().ownership(), EntryKind.CONVERTED_LIST);
        return switch (draft.at(network.path())) {
            case FileState.Absent _ -> draft.write(list, again, NOTHING);
            case FileState.Regular there
            when before.filter(entry -> entry.isOurs(there.fingerprint())).isPresent() ->
                there.fingerprint().equals(network.content().fingerprint())
                        || draft.write(list, draft.replaced(list), NOTHING, there.fingerprint());
            case FileState.Regular _, FileState.Link _, FileState.Unusable _ -> {
                draft.cannotUse(
                        network.single(),
                        "beside it is " + network.path()
                                + ", which another process has changed; remove one of the two");
                yield false;
            }
        };
    }
}
