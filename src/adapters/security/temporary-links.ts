import { createHmac, timingSafeEqual } from "node:crypto";
import type { TemporaryLinks } from "../../application/ports/temporary-links";

/** A MAC of the subject and its time, by the server's secret: nothing is kept, and every node knows it. */
export const signedLinks = (secret: string): TemporaryLinks => {
  const macOf = (text: string): Buffer =>
    createHmac("sha256", secret).update(`temporary-link:${text}`).digest().subarray(0, 24);
  return {
    tokenFor: (subject, until) => {
      const text = `${until} ${subject}`;
      return Buffer.concat([macOf(text), Buffer.from(text)]).toString("base64url");
    },
    subjectOf: (token, now) => {
      const bytes = Buffer.from(token, "base64url");
      const mac = bytes.subarray(0, 24);
      const text = bytes.subarray(24).toString();
      const expected = macOf(text);
      if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) return undefined;
      const [until = "", ...subject] = text.split(" ");
      return Number(until) > now ? subject.join(" ") : undefined;
    },
  };
};
