// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.journal.Before;

/** One change of the node, or the reason why there is none where one would be expected. */
public sealed interface NodeAction {
    /** Makes a directory that is in the journal by then. */
    record MakeDirectory(String path) implements NodeAction {}

    /** Writes a file of ours. */
    record Put(DesiredFile file, Reason reason) implements NodeAction {}

    /** Ends a file of ours, and gives back what was there before. */
    record GiveBack(String path, Before before) implements NodeAction {}

    /** Lets go of a path where nothing of ours lies any more; the note says what lies there. */
    record Forget(String path, String note) implements NodeAction {}

    /** Removes a directory that we made, if it is empty. */
    record RemoveDirectory(String path) implements NodeAction {}

    /** Nothing can be done at this path; a person has to look. */
    record Blocked(String path, String reason) implements NodeAction {}

    /** Nothing is done at this path for now, since somebody else keeps undoing it. */
    record Postponed(String path) implements NodeAction {}
}
