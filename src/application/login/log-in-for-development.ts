import { isLeft, left } from "fp-ts/Either";
import { authenticationFailed } from "../../domain/login/refusals";
import { type LoginMethod, loginMethodsOf } from "../../domain/realm/login-method";
import type { Needs } from "../bind-use-cases";
import type { Result, Visitor } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import { proveCode } from "./internal/prove-code";
import { issueApiKey, type LoggedIn } from "./issue-api-key";
import type { CodePorts } from "./shared/check-code";

type Ports = Needs<typeof issueApiKey> &
  CodePorts & { readonly directory: RealmDirectory; readonly offeredLogins: readonly LoginMethod[] };

/**
 * Returns anyone's API key without a password, but not without the second factor. Available in development mode only.
 */
export const logInForDevelopment =
  (ports: Ports) =>
  (visitor: Visitor, email: string, code: string | undefined): Result<LoggedIn> =>
  async () => {
    const state = await ports.directory.stateOf(visitor.realmId);
    const user = state.userByEmail(email);
    const isTaken = loginMethodsOf(ports.offeredLogins, state.realm.settings).has("Dev");
    if (user === undefined || !isTaken) return left(authenticationFailed);
    const proven = await proveCode(ports, visitor.realmId, user, code);
    return isLeft(proven) ? proven : issueApiKey(ports)(visitor, user.id, proven.right)();
  };
