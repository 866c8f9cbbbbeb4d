// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

/** What a text is, read as JSON. */
public sealed interface JsonReading {

    record Valid(JsonText json) implements JsonReading {}

    record Invalid(String reason, JsonPlace place) implements JsonReading {}
}
