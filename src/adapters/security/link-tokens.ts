import { createHmac, timingSafeEqual } from "node:crypto";
import type { LinkPurpose, LinkTokens } from "../../application/ports/link-tokens";

const signatureLength = 24;

/** The values in base64url, and an HMAC of them and their purpose under the server's secret. */
export const signedLinkTokens = (secret: string): LinkTokens => {
  const signatureOf = (purpose: LinkPurpose, body: string): string =>
    createHmac("sha256", secret)
      .update(`link:${purpose}:${body}`)
      .digest()
      .subarray(0, signatureLength)
      .toString("base64url");
  return {
    write: (purpose, values) => {
      const body = Buffer.from(JSON.stringify(values)).toString("base64url");
      return `${body}.${signatureOf(purpose, body)}`;
    },
    proof: (purpose, text) => signatureOf(purpose, `proof:${text}`),
    read: (purpose, token) => {
      const [body = "", signature = "", ...rest] = token.split(".");
      // As text: bytes can be written in more than one way.
      const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(purpose, body))];
      if (rest.length > 0 || given.length !== right.length || !timingSafeEqual(given, right))
        return undefined;
      return JSON.parse(Buffer.from(body, "base64url").toString("utf8"));
    },
  };
};
