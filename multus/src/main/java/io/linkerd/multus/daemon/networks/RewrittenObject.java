// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import java.util.ArrayList;
import java.util.Map;

/**
 * A JSON object with other values under some keys, which come last: a program that takes keys whatever their case, and the last one of them,
 * finds these. All other members stay as they were written.
 */
public final class RewrittenObject {
    private RewrittenObject() {}

    /** {@return the object with these members, whose values are JSON} */
    public static String with(JsonText json, JsonValue.Members object, Map<String, String> members) {
        var all = new ArrayList<String>();
        for (var member : object.members()) {
            if (!members.containsKey(member.name())) {
                all.add(json.text().substring(member.start(), member.value().end()));
            }
        }
        members.forEach((name, value) -> all.add(JsonEdit.member(name, value)));
        return "{" + String.join(",", all) + "}";
    }

    /** {@return an object of these members alone} */
    public static String of(Map<String, String> members) {
        var all = new ArrayList<String>();
        members.forEach((name, value) -> all.add(JsonEdit.member(name, value)));
        return "{" + String.join(",", all) + "}";
    }
}
