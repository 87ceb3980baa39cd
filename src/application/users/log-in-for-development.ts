import { isLeft, left } from "fp-ts/Either";
import { authenticationFailed } from "../../domain/errors";
import { type LoginMethod, loginMethodsOf } from "../../domain/login-method";
import type { Result, Visitor } from "../caller";
import type { RealmDirectory } from "../realm-directory";
import type { CodePorts } from "../second-factors/check-code";
import type { Needs } from "../together";
import { issueApiKey, type LoggedIn } from "./issue-api-key";
import { proveCode } from "./log-in";

type Ports = Needs<typeof issueApiKey> &
  CodePorts & { readonly directory: RealmDirectory; readonly offeredLogins: readonly LoginMethod[] };

/** Gives out anyone's API key without a password, but not without a second factor. Wired in development mode only. */
export const logInForDevelopment =
  (ports: Ports) =>
  (visitor: Visitor, email: string, code: string | undefined): Result<LoggedIn> =>
  async () => {
    const state = await ports.directory.of(visitor.realmId);
    const user = state.userByEmail(email);
    const isTaken = loginMethodsOf(ports.offeredLogins, state.realm.settings).has("Dev");
    if (user === undefined || !isTaken) return left(authenticationFailed);
    const proven = await proveCode(ports, visitor.realmId, user, code);
    return isLeft(proven) ? proven : issueApiKey(ports)(visitor, user.id, proven.right)();
  };
