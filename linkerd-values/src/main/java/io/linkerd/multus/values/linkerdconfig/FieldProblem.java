// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.linkerdconfig;

/**
 * What is wrong with a field, or worth knowing about it.
 *
 * @param field as a person writes it, for example {@code spec.proxy.adminPort}
 * @param words what is wrong, and what to do; never a value that may be a secret
 */
public record FieldProblem(String field, String words) {
    /** {@return the field and the words, as they are told} */
    @Override
    public String toString() {
        return field + ": " + words;
    }
}
