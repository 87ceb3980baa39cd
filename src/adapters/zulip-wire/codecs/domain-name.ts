import { domainToASCII } from "node:url";
import { mapped, text } from "./wire-type";

/** A domain name, converted to lower-case ASCII (IDNA). Invalid names are only lower-cased. */
export const domainName = mapped(text, (name) => {
  const lower = name.trim().toLowerCase();
  // ASCII names are checked as they were written.
  const isAscii = [...lower].every((letter) => (letter.codePointAt(0) ?? 0) < 128);
  return isAscii ? lower : domainToASCII(lower) || lower;
});
