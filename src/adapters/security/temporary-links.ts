import type { TemporaryLinks } from "../../application/ports/files/temporary-links";
import { isSame, signatureOf } from "./signatures";

const macLength = 24;

/**
 * A MAC of the subject and its expiry, keyed with the server's secret: nothing is stored, and every node can verify
 * it.
 */
export const signedLinks = (secret: string): TemporaryLinks => {
  const macOf = (text: string): Buffer =>
    signatureOf(secret, `temporary-link:${text}`).subarray(0, macLength);
  return {
    tokenFor: (subject, until) => {
      const text = `${until} ${subject}`;
      return Buffer.concat([macOf(text), Buffer.from(text)]).toString("base64url");
    },
    subjectOf: (token, now) => {
      const bytes = Buffer.from(token, "base64url");
      const text = bytes.subarray(macLength).toString();
      if (!isSame(bytes.subarray(0, macLength), macOf(text))) return undefined;
      const [until = "", ...subject] = text.split(" ");
      return Number(until) > now ? subject.join(" ") : undefined;
    },
  };
};
