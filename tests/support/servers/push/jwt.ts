import { type KeyObject, verify } from "node:crypto";

const part = (text: string | undefined): Record<string, unknown> =>
  JSON.parse(Buffer.from(text ?? "", "base64url").toString("utf8"));

/** A token's header and claims; fails unless its signature is by the key. */
export const readJwt = (
  token: string,
  key: KeyObject,
): { readonly header: Record<string, unknown>; readonly claims: Record<string, unknown> } => {
  const [header, claims, signature = ""] = token.split(".");
  const isBy = verify(
    "sha256",
    Buffer.from(`${header}.${claims}`),
    { key, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isBy) throw new Error("The signature is somebody else's");
  return { header: part(header), claims: part(claims) };
};
