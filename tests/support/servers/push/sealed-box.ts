import { blake2b } from "blakejs";
import nacl from "tweetnacl";

/** libsodium's sealed box as documented: an X25519 box from an ephemeral key pair. */
export const sealFor = (publicKey: Uint8Array, content: object): string => {
  const own = nacl.box.keyPair();
  const nonce = blake2b(Buffer.concat([own.publicKey, publicKey]), undefined, 24);
  const box = nacl.box(Buffer.from(JSON.stringify(content)), nonce, publicKey, own.secretKey);
  return Buffer.concat([own.publicKey, box]).toString("base64");
};

/** The content of a sealed box; undefined if it was sealed for another key, or isn't a box. */
export const openSealed = (pair: nacl.BoxKeyPair, sealed: string): unknown => {
  const bytes = Buffer.from(sealed, "base64");
  const theirs = bytes.subarray(0, 32);
  if (theirs.length < 32) return undefined;
  const nonce = blake2b(Buffer.concat([theirs, pair.publicKey]), undefined, 24);
  const opened = nacl.box.open(bytes.subarray(32), nonce, theirs, pair.secretKey);
  return opened === null ? undefined : JSON.parse(Buffer.from(opened).toString("utf8"));
};

/** A device's key for its notifications: the mark of the encryption method, and 32 bytes. */
export const newPushKey = (): string =>
  Buffer.concat([Buffer.from([0x31]), nacl.randomBytes(32)]).toString("base64");

/** What the device reads: a nonce of 24 bytes, and a secretbox. */
export const decrypt = (pushKey: string, encrypted: unknown): Readonly<Record<string, unknown>> => {
  const bytes = Buffer.from(String(encrypted), "base64");
  const key = Buffer.from(pushKey, "base64").subarray(1);
  const opened = nacl.secretbox.open(bytes.subarray(24), bytes.subarray(0, 24), key);
  if (opened === null) throw new Error("It was encrypted with another key");
  return JSON.parse(Buffer.from(opened).toString("utf8"));
};
