import { isLeft } from "fp-ts/Either";
import type { Needs } from "../bind-use-cases";
import type { Result, Visitor } from "../caller";
import { proveCode } from "./internal/prove-code";
import { issueApiKey, type LoggedIn } from "./issue-api-key";
import { type ProofPorts, provePassword } from "./prove-password";
import type { CodePorts } from "./shared/check-code";

interface Proofs {
  readonly email: string;
  readonly password: string;
  /** The code of the second factor, if given. */
  readonly code: string | undefined;
}

/** Exchanges an email address, a password and, for accounts with two factors, a code for the user's API key. */
export const logIn =
  (ports: ProofPorts & CodePorts & Needs<typeof issueApiKey>) =>
  (visitor: Visitor, { email, password, code }: Proofs): Result<LoggedIn> =>
  async () => {
    const proved = await provePassword(ports)(visitor, email, password)();
    if (isLeft(proved)) return proved;
    const { user, passwordHash } = proved.right;
    const both = await proveCode(ports, visitor.realmId, user, code);
    return isLeft(both) ? both : issueApiKey(ports)(visitor, user.id, { ...both.right, passwordHash })();
  };
