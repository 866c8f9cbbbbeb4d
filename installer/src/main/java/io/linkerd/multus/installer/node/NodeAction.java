// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.journal.Original;
import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.Fingerprint;
import io.linkerd.multus.service.files.Ownership;

/** One change of the node. */
sealed interface NodeAction {
    /** Makes a directory that is in the journal by then. */
    record MakeDirectory(String path) implements NodeAction {}

    /** Writes a file of ours. */
    record Put(DesiredFile file, Reason reason) implements NodeAction {}

    /** Takes a single network away of which a list was made, or a link to it, while it holds still what the list was made of. */
    record Retire(String path, String list, Fingerprint made, Reason reason) implements NodeAction {}

    /** Gives a single network back, and then removes the list that was made of it. */
    record Unconvert(String list, String single, Original original) implements NodeAction {}

    /** Takes our plugin out of a list as it is now; the note says why it does not get back what it was. */
    record TakeOut(String path, Content.Edit content, Ownership ownership, String note) implements NodeAction {}

    /** The same in Multus' copies of lists; where it fails, the lists stay. */
    record TakeOutOfCopy(TakeOut edit) implements NodeAction {}

    /** Ends a file of ours, and gives back what was there before. */
    record GiveBack(String path, Original original) implements NodeAction {}

    /** Lets go of a path where nothing of ours lies any more; the note says what lies there. */
    record Forget(String path, String note) implements NodeAction {}

    /** Removes a directory that we made, if it is empty. */
    record RemoveDirectory(String path) implements NodeAction {}
}
