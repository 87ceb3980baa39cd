import * as E from "fp-ts/Either";
import type Sodium from "libsodium-wrappers";
import type { RegistrationFailure } from "../../../domain/push/push-device";

/** The first byte of a push key names the cipher: libsodium's secretbox. */
const secretboxMark = 0x31;

let loaded: typeof Sodium | undefined;

/** Loads the cipher once, before anything is encrypted. It takes a megabyte, and only some relays need it. */
export const loadCipher = async (): Promise<void> => {
  const { default: sodium } = await import("libsodium-wrappers");
  await sodium.ready;
  loaded = sodium;
};

const cipher = (): typeof Sodium => {
  if (loaded === undefined) throw new Error("The cipher isn't loaded");
  return loaded;
};

/** Encrypts a notification for one device: nonce and box, in base64. API §4.22. */
export const encryptFor = (pushKey: string, notification: object): string => {
  const key = Buffer.from(pushKey, "base64");
  if (key[0] !== secretboxMark) throw new Error("Unknown kind of push key");
  const sodium = cipher();
  const nonce = sodium.randombytes_buf(sodium.crypto_secretbox_NONCEBYTES);
  const box = sodium.crypto_secretbox_easy(JSON.stringify(notification), nonce, key.subarray(1));
  return Buffer.concat([nonce, box]).toString("base64");
};

/** Decrypts the address of a device, which it encrypted with the public key from its app. */
export const openRegistration = (
  privateKey: Uint8Array,
  { publicKey, registration }: { readonly publicKey: string; readonly registration: string },
): E.Either<RegistrationFailure, unknown> => {
  const sodium = cipher();
  const ownPublicKey = sodium.crypto_scalarmult_base(privateKey);
  if (publicKey !== Buffer.from(ownPublicKey).toString("base64")) return E.left("INVALID_BOUNCER_PUBLIC_KEY");
  try {
    const opened = sodium.crypto_box_seal_open(Buffer.from(registration, "base64"), ownPublicKey, privateKey);
    return E.right(JSON.parse(Buffer.from(opened).toString("utf8")));
  } catch {
    return E.left("BAD_REQUEST");
  }
};
