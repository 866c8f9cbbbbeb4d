// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.plan;

import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.contracts.plans.Notice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What the controller would write, and what it would tell.
 *
 * @param writes by kind, namespace and name
 * @param notices what it would tell as Events, since a person has to act
 * @param notes what else is to be known about the plan
 * @param unseen what could not be looked at, and why
 * @param whole whether all was seen that decides about writes; where it was not, there may be more of them
 */
public record Plan(
        List<PlannedWrite> writes, List<Notice> notices, List<String> notes, List<String> unseen, boolean whole) {
    /** Copies. */
    public Plan {
        writes = List.copyOf(writes);
        notices = List.copyOf(notices);
        notes = List.copyOf(notes);
        unseen = List.copyOf(unseen);
    }

    /** {@return the plan for what was seen} The same for the same. */
    public static Plan of(Observed seen) {
        var found = new Findings();
        AttachmentWrites.of(seen, found);
        RightWrites.of(seen, found);
        return found.plan();
    }

    /** {@return what of it is about rights of OpenShift} Of what was seen it asks for no more. */
    public static Plan ofRights(Observed seen) {
        var found = new Findings();
        RightWrites.of(seen, found);
        return found.plan();
    }

    /** {@return whether pods decide about an attachment, since one is to go} */
    public static boolean asksForPods(Observed seen) {
        return AttachmentWrites.anyLeaves(seen);
    }

    /** {@return the same, with more notes before its own} */
    public Plan withNotes(List<String> before) {
        var all = new ArrayList<>(before);
        all.addAll(notes);
        return new Plan(writes, notices, all, unseen, whole);
    }

    /** What is gathered on the way to a plan. */
    static final class Findings {
        final List<PlannedWrite> writes = new ArrayList<>();
        final List<Notice> notices = new ArrayList<>();
        final List<String> notes = new ArrayList<>();
        final List<String> unseen = new ArrayList<>();
        boolean whole = true;

        /** Tells of what decides about writes. */
        void deciding(Sight<?> sight) {
            sight.whyNot().ifPresent(words -> {
                unseen.add(words);
                whole = false;
            });
        }

        /** Tells of the owner: where this user may not see it, the one that our objects name stands for it. */
        void owner(Sight<?> sight) {
            if (sight instanceof Sight.Failed) {
                deciding(sight);
            } else {
                sight.whyNot().ifPresent(unseen::add);
            }
        }

        Plan plan() {
            var sorted = writes.stream()
                    .sorted(Comparator.comparing(PlannedWrite::kind)
                            .thenComparing(PlannedWrite::namespace)
                            .thenComparing(PlannedWrite::name))
                    .toList();
            return new Plan(sorted, notices, notes, unseen.stream().distinct().toList(), whole);
        }
    }
}
