import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import type { WebPushKeys } from "../../../domain/push-device";

const recordSize = 4096;
const saltLength = 16;
const tagLength = 16;
/** Services take 4096 bytes, of which the header, the tag and the end mark need 103. */
export const longestContent = 3993;

/** Encrypts for one subscription; undefined where its key is none, so that nobody can have it. */
export const encryptContent = (keys: WebPushKeys, content: string): Buffer | undefined => {
  try {
    return encrypted(keys, content);
  } catch {
    return undefined;
  }
};

/** RFC 8291, in the aes128gcm coding of RFC 8188. */
const encrypted = ({ p256dh, auth }: WebPushKeys, content: string): Buffer => {
  const theirs = Buffer.from(p256dh, "base64url");
  const ecdh = createECDH("prime256v1");
  const ours = ecdh.generateKeys();
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), theirs, ours]);
  const secret = hkdfSync("sha256", ecdh.computeSecret(theirs), Buffer.from(auth, "base64url"), info, 32);
  const salt = randomBytes(saltLength);
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync("sha256", Buffer.from(secret), salt, `Content-Encoding: ${name}\0`, length));
  const cipher = createCipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12), {
    authTagLength: tagLength,
  });
  // The only record, so it ends with a 2.
  const body = Buffer.concat([
    cipher.update(content, "utf8"),
    cipher.update(Buffer.from([2])),
    cipher.final(),
  ]);
  const header = Buffer.alloc(5);
  header.writeUInt32BE(recordSize, 0);
  header.writeUInt8(ours.length, 4);
  return Buffer.concat([salt, header, ours, body, cipher.getAuthTag()]);
};
