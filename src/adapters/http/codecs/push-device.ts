import { isLeft, left, right } from "fp-ts/Either";
import { nat, text, type WireType } from "./wire-type";

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Bytes in base64, as they were written; `isSound` looks at the bytes. */
const bytes = (
  isSound: (value: Buffer) => boolean,
  notBase64: string,
  unsound: string,
): WireType<string> => ({
  ...text,
  decode: (value) => {
    if (!base64.test(value)) return left(notBase64);
    return isSound(Buffer.from(value, "base64")) ? right(value) : left(unsound);
  },
  schema: { type: "string", format: "byte" },
});

const keyLength = 33;
/** The only way of encrypting that there is yet: libsodium's secretbox. */
const secretboxMark = 0x31;
const tokenIdLength = 8;

/** A key of the device's, after a byte that says how it is used. */
export const pushKey = bytes(
  (value) => value.length === keyLength && value[0] === secretboxMark,
  "Invalid `push_key`",
  "Invalid `push_key`",
);

/** What stands for a device's address: 64 bits. */
export const tokenId = bytes(
  (value) => value.length === tokenIdLength,
  "`token_id` is not Base64 encoded",
  "Invalid `token_id`",
);

/** An unsigned integer of 32 bits. */
export const uint32: WireType<number> = {
  ...nat,
  decode: (value, name) => {
    const decoded = nat.decode(value, name);
    if (isLeft(decoded)) return decoded;
    return decoded.right < 2 ** 32 ? decoded : left("Not a valid unsigned 32-bit integer");
  },
  schema: { type: "integer", minimum: 0, maximum: 2 ** 32 - 1 },
};

/** What an app is called at Apple. */
export const appId: WireType<string> = {
  ...text,
  decode: (value) => (/^[.a-zA-Z0-9-]{1,255}$/.test(value) ? right(value) : left("Invalid app ID")),
};
