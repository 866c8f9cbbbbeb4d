// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.io.IOContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonFactoryBuilder;
import tools.jackson.core.json.UTF8StreamJsonParser;
import tools.jackson.core.sym.ByteQuadsCanonicalizer;

/**
 * Reads a document that is here, and passes over what nobody reads without making tokens and names of it: the same documents are good, and
 * the same problems are found at the same places, but that a name which is passed over may be as long as it likes.
 */
final class PassingParser extends UTF8StreamJsonParser {
    private final PassedOver passedOver;

    private PassingParser(
            ObjectReadContext context,
            IOContext io,
            int features,
            int format,
            ByteQuadsCanonicalizer names,
            byte[] all) {
        super(context, io, features, format, null, names, all, 0, all.length, 0, false);
        this.passedOver = new PassedOver(all);
    }

    @Override
    public JsonParser skipChildren() {
        if (currentToken() == JsonToken.START_OBJECT) {
            return ended(passedOver.members(_inputPtr, levels()), JsonToken.END_OBJECT);
        }
        return currentToken() == JsonToken.START_ARRAY
                ? ended(passedOver.elements(_inputPtr, levels()), JsonToken.END_ARRAY)
                : this;
    }

    private int levels() {
        return streamReadConstraints().getMaxNestingDepth() - _streamReadContext.getNestingDepth();
    }

    private JsonParser ended(int behind, JsonToken last) {
        if (behind == PassedOver.NOWHERE) {
            return super.skipChildren();
        }
        _inputPtr = behind;
        _streamReadContext = _streamReadContext.clearAndGetParent();
        _updateToken(last);
        return this;
    }

    /** Makes such parsers of documents in UTF-8. */
    static final class Factory extends JsonFactory {
        private static final long serialVersionUID = 1L;

        Factory(JsonFactoryBuilder settings) {
            super(settings);
        }

        @Override
        protected JsonParser _createParser(
                ObjectReadContext context, IOContext io, byte[] document, int offset, int length) {
            return offset == 0 && length == document.length && startsInAscii(document)
                    ? new PassingParser(
                            context,
                            io,
                            context.getStreamReadFeatures(_streamReadFeatures),
                            context.getFormatReadFeatures(_formatReadFeatures),
                            _byteSymbolCanonicalizer.makeChildOrPlaceholder(_factoryFeatures),
                            document)
                    : super._createParser(context, io, document, offset, length);
        }

        /** Any other encoding that JSON may have has a NUL, or a mark that is no ASCII, in its first two bytes. */
        private static boolean startsInAscii(byte[] document) {
            return document.length > 1 && document[0] > 0 && document[1] > 0;
        }
    }
}
