import { createPublicKey, type KeyObject } from "node:crypto";

/** The shortest RSA key that RFC 7518 allows, in bits. */
const shortestRsa = 2048;

/** Whether a public key is of the kind that an algorithm needs, by the beginning of the algorithm's name. */
const fits: Readonly<Record<string, (key: KeyObject) => boolean>> = {
  RS: ({ asymmetricKeyType: type, asymmetricKeyDetails: details }) =>
    type === "rsa" && (details?.modulusLength ?? 0) >= shortestRsa,
  ES256: ({ asymmetricKeyDetails: details }) => details?.namedCurve === "prime256v1",
  ES384: ({ asymmetricKeyDetails: details }) => details?.namedCurve === "secp384r1",
  EdDSA: ({ asymmetricKeyType: type }) => type === "ed25519",
};

const kinds: Readonly<Record<string, string>> = {
  RS: `an RSA key of ${shortestRsa} bits or more`,
  ES256: "an EC key on the curve P-256",
  ES384: "an EC key on the curve P-384",
  EdDSA: "an Ed25519 key",
};

const readPublicKey = (pem: string): KeyObject | undefined => {
  // Certificates and private keys also contain a public key, but tokens are checked with this format only.
  if (!pem.startsWith("-----BEGIN PUBLIC KEY-----")) return undefined;
  try {
    return createPublicKey(pem);
  } catch {
    return undefined;
  }
};

/** The problem of the key that verifies JSON Web Tokens; undefined if there is none. */
export const jwtKeyProblem = (key: string | undefined, algorithm: string): string | undefined => {
  if (key === undefined) return undefined;
  const isPem = key.trimStart().startsWith("-----BEGIN");
  if (isPem === algorithm.startsWith("HS"))
    return "PARLEY_JWT_KEY must be a public key in PEM for RS, ES and EdDSA, and a secret for HS";
  if (!isPem) return undefined;
  const found = readPublicKey(key);
  if (found === undefined)
    return "PARLEY_JWT_KEY can't be read: it must be a whole public key in PEM, from -----BEGIN PUBLIC KEY----- to -----END PUBLIC KEY-----";
  const kind = algorithm.startsWith("RS") ? "RS" : algorithm;
  return fits[kind]?.(found)
    ? undefined
    : `PARLEY_JWT_KEY must be ${kinds[kind]}, because PARLEY_JWT_ALGORITHM is ${algorithm}`;
};
