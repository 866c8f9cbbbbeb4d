// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import com.fasterxml.jackson.databind.deser.ValueInstantiator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.databind.util.ClassUtil;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads what another version of this operator, or another schema than this one's, let into an object. */
final class TolerantJson {
    /** While OLM upgrades, the next version's schema is there before its operator, with defaults for what this one does not know. */
    static final KubernetesSerialization KNOWN_FIELDS = new KubernetesSerialization(mapper().build(), false);

    /** Reads a value of another type than it is to have as absent, and a number as zero. */
    static final KubernetesSerialization RIGHT_TYPES = new KubernetesSerialization(
            mapper().addHandler(new Absent())
                    .withCoercionConfig(
                            LogicalType.Textual,
                            text -> text.setCoercion(CoercionInputShape.Integer, CoercionAction.AsNull)
                                    .setCoercion(CoercionInputShape.Float, CoercionAction.AsNull)
                                    .setCoercion(CoercionInputShape.Boolean, CoercionAction.AsNull))
                    .build(),
            false);

    private TolerantJson() {}

    private static JsonMapper.Builder mapper() {
        return JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    }

    private static final class Absent extends DeserializationProblemHandler {
        @Override
        public @Nullable Object handleUnexpectedToken(
                DeserializationContext context, JavaType type, JsonToken token, JsonParser parser, String message)
                throws IOException {
            parser.skipChildren();
            return none(type.getRawClass());
        }

        @Override
        public @Nullable Object handleWeirdStringValue(
                DeserializationContext context, Class<?> type, String text, String message) {
            return none(type);
        }

        @Override
        public @Nullable Object handleWeirdNumberValue(
                DeserializationContext context, Class<?> type, Number number, String message) {
            return none(type);
        }

        @Override
        public @Nullable Object handleMissingInstantiator(
                DeserializationContext context,
                Class<?> type,
                ValueInstantiator instantiator,
                JsonParser parser,
                String message)
                throws IOException {
            parser.skipChildren();
            return none(type);
        }

        private static @Nullable Object none(Class<?> type) {
            return type.isPrimitive() ? ClassUtil.defaultValue(type) : null;
        }
    }
}
