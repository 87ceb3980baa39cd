import { linkCodec } from "../../application/ports/login/link-contents";
import type { LinkTokens, ProofPurpose } from "../../application/ports/login/link-tokens";
import { valueOfJson } from "../../domain/codec/json-text";
import { isSame, signatureOf } from "./signatures";

const signatureLength = 24;

/** Link tokens: the values in base64url, with an HMAC of them and their purpose under the server's secret. */
export const signedLinkTokens = (secret: string): LinkTokens => {
  const signed = (purpose: ProofPurpose, body: string): string =>
    signatureOf(secret, `link:${purpose}:${body}`).subarray(0, signatureLength).toString("base64url");
  return {
    write: (purpose, values) => {
      const body = Buffer.from(JSON.stringify(values)).toString("base64url");
      return `${body}.${signed(purpose, body)}`;
    },
    proof: (purpose, text) => signed(purpose, `proof:${text}`),
    read: (purpose, token) => {
      const [body = "", signature = "", ...rest] = token.split(".");
      // Compared as text, because several texts decode to the same bytes.
      if (rest.length > 0 || !isSame(signature, signed(purpose, body))) return undefined;
      return valueOfJson(linkCodec(purpose), Buffer.from(body, "base64url").toString("utf8"));
    },
  };
};
