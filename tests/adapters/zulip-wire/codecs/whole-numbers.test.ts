import * as E from "fp-ts/Either";
import { decodeText, int, nat } from "../../../../src/adapters/zulip-wire/codecs/wire-type";
import fc from "../../../support/random/fast-check";

const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: 20 });
const almost = fc.constantFrom("00", "-0", "+1", "1e3", "1.0", " 7", "7 ", "٣", "9007199254740992", "");

test("plain whole numbers decode as their JSON does, and nothing else decodes", () => {
  fc.assert(
    fc.property(fc.oneof(digits, almost, fc.maxSafeInteger().map(String)), (text) => {
      const decoded = decodeText(int, text, "id");
      const isNegative = text.startsWith("-") && text !== "-0";
      if (!isNegative) expect(E.isRight(decoded)).toBe(E.isRight(decodeText(nat, text, "id")));
      if (E.isRight(decoded)) expect(decoded.right).toBe(JSON.parse(text));
    }),
  );
});
