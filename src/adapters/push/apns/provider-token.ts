import { createPrivateKey } from "node:crypto";

/** A team's signing key from Apple. */
export interface ApnsKey {
  /** PKCS #8, as in the `.p8` file. */
  readonly privateKey: string;
  readonly keyId: string;
  readonly teamId: string;
}

/** Apple accepts a token for an hour, and objects to new ones more often than every 20 minutes. */
const lifetimeMilliseconds = 3_000_000;

/** Provider tokens, which identify the sender to Apple. */
export const providerTokens = ({ privateKey, keyId, teamId }: ApnsKey) => {
  const key = createPrivateKey(privateKey);
  if (key.asymmetricKeyDetails?.namedCurve !== "prime256v1") throw new Error("Not a key for ES256");
  let latest: { readonly token: Promise<string>; readonly madeAt: number } | undefined;

  const signed = async (): Promise<string> => {
    const { SignJWT } = await import("jose");
    return new SignJWT()
      .setProtectedHeader({ alg: "ES256", kid: keyId })
      .setIssuer(teamId)
      .setIssuedAt()
      .sign(key);
  };

  return {
    current: (): Promise<string> => {
      if (latest === undefined || Date.now() - latest.madeAt > lifetimeMilliseconds)
        latest = { token: signed(), madeAt: Date.now() };
      return latest.token;
    },
    /** Drops a token that Apple refused. */
    forget: async (token: string): Promise<void> => {
      if ((await latest?.token) === token) latest = undefined;
    },
  };
};
