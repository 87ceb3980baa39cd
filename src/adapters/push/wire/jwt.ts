import { type KeyObject, sign } from "node:crypto";

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");

/** A signed JSON Web Token: ES256 with an elliptic curve key, RS256 with an RSA key. */
export const signedJwt = (key: KeyObject, header: object, claims: object): string => {
  const alg = key.asymmetricKeyType === "ec" ? "ES256" : "RS256";
  const content = `${encoded({ alg, typ: "JWT", ...header })}.${encoded(claims)}`;
  const signature = sign("sha256", Buffer.from(content), { key, dsaEncoding: "ieee-p1363" });
  return `${content}.${signature.toString("base64url")}`;
};
