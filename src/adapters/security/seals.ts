import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Seals } from "../../application/ports/system/seals";

const nonceLength = 12;
const tagLength = 16;
const keyLength = 32;

/**
 * AES-256-GCM with a key derived from the server's secret. Each purpose has a key of its own: what was sealed for one opens for no
 * other.
 */
export const secretSeals = (secret: string, purpose = "parley seals"): Seals => {
  const key = Buffer.from(hkdfSync("sha256", secret, "", purpose, keyLength));
  const decrypt = (sealed: string): string => {
    const bytes = Buffer.from(sealed, "base64");
    const nonce = bytes.subarray(0, nonceLength);
    const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagLength });
    decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
    const body = bytes.subarray(nonceLength + tagLength);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
  };
  return {
    seal: (text) => {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64");
    },
    open: (sealed) => {
      try {
        return decrypt(sealed);
      } catch {
        return undefined;
      }
    },
  };
};
