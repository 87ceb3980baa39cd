import { createPrivateKey } from "node:crypto";
import { signedJwt } from "../wire/jwt";

/** What Apple gave to sign in with: a key of a team. */
export interface ApnsKey {
  /** PKCS #8, as in the `.p8` file. */
  readonly privateKey: string;
  readonly keyId: string;
  readonly teamId: string;
}

/** Apple takes a token for an hour, and minds new ones more often than every 20 minutes. */
const keptMilliseconds = 3_000_000;

/** Tokens that tell Apple who sends. */
export const providerTokens = ({ privateKey, keyId, teamId }: ApnsKey) => {
  const key = createPrivateKey(privateKey);
  let kept: { readonly token: string; readonly madeAt: number } | undefined;
  return {
    current: (): string => {
      if (kept === undefined || Date.now() - kept.madeAt > keptMilliseconds) {
        const claims = { iss: teamId, iat: Math.floor(Date.now() / 1000) };
        kept = { token: signedJwt(key, { kid: keyId }, claims), madeAt: Date.now() };
      }
      return kept.token;
    },
    /** After it was refused. */
    forget: (token: string): void => {
      if (kept?.token === token) kept = undefined;
    },
  };
};
