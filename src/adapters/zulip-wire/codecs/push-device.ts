import * as E from "fp-ts/Either";
import { nat, refined, text, type WireType, wireType } from "./wire-type";

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Base64 text whose bytes satisfy `isSound`; the text itself stays as sent. */
const bytes = (isSound: (value: Buffer) => boolean, notBase64: string, unsound: string): WireType<string> =>
  wireType({ ...text, schema: { type: "string", format: "byte" } }, (value) => {
    if (!base64.test(value)) return E.left(notBase64);
    return isSound(Buffer.from(value, "base64")) ? E.right(value) : E.left(unsound);
  });

const keyLength = 33;
/** The only cipher so far: libsodium's secretbox. */
const secretboxMark = 0x31;
const tokenIdLength = 8;

/** A device's key, with a first byte that names the cipher. */
export const pushKey = bytes(
  (value) => value.length === keyLength && value[0] === secretboxMark,
  "Invalid `push_key`",
  "Invalid `push_key`",
);

/** The id of a device's address: 64 bits. */
export const tokenId = bytes(
  (value) => value.length === tokenIdLength,
  "`token_id` is not Base64 encoded",
  "Invalid `token_id`",
);

/** An unsigned integer of 32 bits. */
export const uint32 = refined(
  nat,
  (value) => (value < 2 ** 32 ? E.right(value) : E.left("Not a valid unsigned 32-bit integer")),
  { schema: { type: "integer", minimum: 0, maximum: 2 ** 32 - 1 } },
);

/** An Apple app id. */
export const appId = wireType(text, (value) =>
  /^[.a-zA-Z0-9-]{1,255}$/.test(value) ? E.right(value) : E.left("Invalid app ID"),
);
