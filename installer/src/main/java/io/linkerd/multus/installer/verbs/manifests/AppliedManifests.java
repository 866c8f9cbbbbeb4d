// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs.manifests;

import io.linkerd.multus.installer.node.journal.EntryOwner;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which objects were ever applied from which manifest, since the file may have changed, or may be gone, when they are to be removed.
 *
 * @param records in the order in which they were applied first
 */
public record AppliedManifests(List<Applied> records) {
    /** Nothing was applied from here. */
    public static final AppliedManifests NONE = new AppliedManifests(List.of());

    public AppliedManifests {
        records = List.copyOf(records);
    }

    /** One file of one owner. */
    record Applied(EntryOwner owner, String name, List<ObjectName> objects) {
        Applied {
            objects = List.copyOf(objects);
        }

        private boolean is(EntryOwner other, String file) {
            return owner.equals(other) && name.equals(file);
        }
    }

    /** {@return the names of an owner's manifests, in the order in which they were applied} */
    public List<String> names(EntryOwner owner) {
        return records.stream()
                .filter(applied -> applied.owner().equals(owner))
                .map(Applied::name)
                .toList();
    }

    /** {@return all objects that were ever applied from a manifest; empty where none was} */
    public Optional<List<ObjectName>> objects(EntryOwner owner, String name) {
        return records.stream()
                .filter(applied -> applied.is(owner, name))
                .map(Applied::objects)
                .findFirst();
    }

    /** {@return this with all objects of a manifest, besides those that were there} */
    public AppliedManifests with(EntryOwner owner, Manifest manifest) {
        var objects = new LinkedHashSet<>(objects(owner, manifest.name()).orElseGet(List::of));
        objects.addAll(manifest.names());
        var now = new Applied(owner, manifest.name(), List.copyOf(objects));
        var changed = new ArrayList<>(records);
        for (int at = 0; at < changed.size(); at++) {
            if (changed.get(at).is(owner, manifest.name())) {
                changed.set(at, now);
                return new AppliedManifests(changed);
            }
        }
        changed.add(now);
        return new AppliedManifests(changed);
    }

    /** {@return this with all objects of these manifests, in order} */
    public AppliedManifests with(EntryOwner owner, List<Manifest> manifests) {
        var all = this;
        for (var manifest : manifests) {
            all = all.with(owner, manifest);
        }
        return all;
    }

    /**
     * {@return those of the objects that are in no manifest of these, whoever's it is}
     *
     * @param namespace where an object is that says none
     */
    public List<ObjectName> strangers(List<ObjectName> objects, String namespace) {
        var known = records.stream()
                .flatMap(applied -> applied.objects().stream())
                .map(object -> object.identity(namespace))
                .collect(Collectors.toSet());
        return objects.stream()
                .filter(object -> !known.contains(object.identity(namespace)))
                .toList();
    }

    /** {@return this without a manifest} */
    public AppliedManifests without(EntryOwner owner, String name) {
        return new AppliedManifests(
                records.stream().filter(applied -> !applied.is(owner, name)).toList());
    }
}
