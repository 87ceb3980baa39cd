import { domainToASCII } from "node:url";
import { isLeft, right } from "fp-ts/Either";
import { text, type WireType } from "./wire-type";

/** A domain name in lower case and in ASCII, as mail addresses have it (IDNA); unchanged where it is none. */
export const domainName: WireType<string> = {
  ...text,
  decode: (value, name) => {
    const decoded = text.decode(value, name);
    if (isLeft(decoded)) return decoded;
    const lower = decoded.right.trim().toLowerCase();
    // What is ASCII already is checked as it was written.
    const isAscii = [...lower].every((letter) => (letter.codePointAt(0) ?? 0) < 128);
    return right(isAscii ? lower : domainToASCII(lower) || lower);
  },
};
