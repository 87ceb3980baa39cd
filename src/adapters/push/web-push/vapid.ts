import { createECDH, createPrivateKey, hkdfSync, type KeyObject } from "node:crypto";
import { signedJwt } from "../wire/jwt";

/** Tells push services who sends (RFC 8292). */
export interface VapidKey {
  /** Browsers subscribe with it: the uncompressed point, in base64url. */
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

/** The key pair that follows from the server's secret: every node has the same, and nothing is kept. */
export const vapidKey = (secret: string): VapidKey => {
  const ecdh = createECDH("prime256v1");
  // A scalar beyond the curve's order is as likely as 2^-32, but is no key.
  for (let round = 0; ; round += 1) {
    const scalar = Buffer.from(hkdfSync("sha256", secret, "", `parley vapid ${round}`, 32));
    try {
      ecdh.setPrivateKey(scalar);
    } catch {
      continue;
    }
    const point = ecdh.getPublicKey();
    const jwk = {
      kty: "EC",
      crv: "P-256",
      d: scalar.toString("base64url"),
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    };
    return {
      publicKey: point.toString("base64url"),
      privateKey: createPrivateKey({ key: jwk, format: "jwk" }),
    };
  }
};

const lifetimeSeconds = 12 * 3600;
const keptMilliseconds = 3_600_000;
const mostKept = 1000;

/** Headers for push services, made once an hour for each; `subject` is whom their people can ask about us. */
export const vapidHeaders = ({ publicKey, privateKey }: VapidKey, subject: () => string) => {
  const kept = new Map<string, { readonly header: string; readonly until: number }>();
  return ({ origin }: URL): string => {
    const now = Date.now();
    const known = kept.get(origin);
    if (known && known.until > now) return known.header;
    const exp = Math.floor(now / 1000) + lifetimeSeconds;
    const token = signedJwt(privateKey, {}, { aud: origin, exp, sub: subject() });
    const header = `vapid t=${token}, k=${publicKey}`;
    if (kept.size >= mostKept) kept.clear();
    kept.set(origin, { header, until: now + keptMilliseconds });
    return header;
  };
};
