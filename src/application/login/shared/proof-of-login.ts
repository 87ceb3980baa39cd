import type { User } from "../../../domain/users/user";
import type { LinkTokens, ProofPurpose } from "../../ports/login/link-tokens";

/**
 * Derived from what a login has proved, for a token that goes on with it later: a new password, a new API key or another
 * second factor invalidates the token. `passwordHash` is that of the user's password; undefined if they have none.
 */
export const proofOfLogin = (
  linkTokens: Pick<LinkTokens, "proof">,
  purpose: ProofPurpose,
  { apiKeyVersion, secondFactors }: User,
  passwordHash: string | undefined,
): string => linkTokens.proof(purpose, `${passwordHash ?? "none"} ${apiKeyVersion} ${secondFactors}`);
