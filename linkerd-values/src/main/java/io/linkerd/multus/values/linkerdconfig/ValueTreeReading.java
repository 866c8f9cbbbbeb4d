// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.linkerdconfig;

import io.linkerd.multus.contracts.json.JsonWalk;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.values.ValueTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads a value of any kind from a document, up to a number of values: the rest is passed over, and told by {@link #isCut}. Of a doubled key the
 * last one counts, as it does for Go.
 */
final class ValueTreeReading {
    private static final ValueTree NOTHING = new ValueTree.Nothing();

    private final JsonWalk json;
    private int left;
    private boolean cut;

    ValueTreeReading(JsonWalk json, int mostValues) {
        this.json = json;
        this.left = mostValues;
    }

    /** {@return whether something was passed over, since there are more values than are read} */
    boolean isCut() {
        return cut;
    }

    /** {@return the value that the walk stands on} */
    ValueTree read() throws MalformedJson {
        if (left == 0) {
            cut = true;
            json.skip();
            return NOTHING;
        }
        left--;
        return switch (json.shape()) {
            case OBJECT -> members();
            case LIST -> elements();
            case TEXT -> new ValueTree.Text(json.text());
            case NUMBER -> new ValueTree.Number(json.decimal());
            case FLAG -> new ValueTree.Flag(json.flag());
            case NULL -> NOTHING;
        };
    }

    private ValueTree members() throws MalformedJson {
        var members = new LinkedHashMap<String, ValueTree>();
        json.object(key -> put(members, key));
        return new ValueTree.Members(members);
    }

    /** The members that are passed over are not kept by name either. */
    private void put(Map<String, ValueTree> members, String key) throws MalformedJson {
        boolean kept = left > 0;
        var value = read();
        if (kept) {
            members.put(key, value);
        }
    }

    private ValueTree elements() throws MalformedJson {
        var elements = new ArrayList<ValueTree>();
        json.list(_ -> {
            boolean kept = left > 0;
            var value = read();
            if (kept) {
                elements.add(value);
            }
        });
        return new ValueTree.Elements(elements);
    }
}
