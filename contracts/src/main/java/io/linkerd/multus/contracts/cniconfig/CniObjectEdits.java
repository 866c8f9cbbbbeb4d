// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.cniconfig;

import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects what has to change in one object of a CNI configuration, so that what is absent is appended in one piece. */
final class CniObjectEdits {

    private static final String KUBERNETES = "kubernetes";
    private static final String KUBECONFIG = "kubeconfig";
    private static final JsonValue NOTHING = new JsonValue.Null(0, 0);

    private final JsonText json;
    private final JsonValue.Members object;
    private final List<JsonEdit> replaced = new ArrayList<>();
    private final List<String> appended = new ArrayList<>();

    CniObjectEdits(JsonText json, JsonValue.Members object) {
        this.json = json;
        this.object = object;
    }

    /** Gives the field a text, unless it has one. */
    void supply(String field, String text) {
        if (object.goText(field).isEmpty()) {
            set(field, JsonEdit.quote(text));
        }
    }

    void setKubeconfig(String path) {
        var quoted = JsonEdit.quote(path);
        if (value(KUBERNETES).orElse(NOTHING) instanceof JsonValue.Members kubernetes) {
            var inner = new CniObjectEdits(json, kubernetes);
            inner.set(KUBECONFIG, quoted);
            replaced.addAll(inner.edits());
        } else {
            set(KUBERNETES, "{" + JsonEdit.member(KUBECONFIG, quoted) + "}");
        }
    }

    List<JsonEdit> edits() {
        var edits = new ArrayList<>(replaced);
        if (!appended.isEmpty()) {
            edits.add(json.append(object, appended));
        }
        return edits;
    }

    private void set(String field, String value) {
        value(field)
                .ifPresentOrElse(
                        present -> replaced.add(JsonEdit.replace(present, value)),
                        () -> appended.add(JsonEdit.member(field, value)));
    }

    private Optional<JsonValue> value(String field) {
        return object.goMembers(field).map(JsonValue.Member::value).findFirst();
    }
}
