import { createHmac, timingSafeEqual } from "node:crypto";

/** An HMAC under the server's secret. The text must begin with its purpose, so that no signature serves two. */
export const signatureOf = (secret: string, text: string): Buffer =>
  createHmac("sha256", secret).update(text).digest();

/** Compares texts, or bytes, in constant time. */
export const isSame = (a: string | Buffer, b: string | Buffer): boolean => {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
};
