import { isLeft, left } from "fp-ts/Either";
import { authenticationFailed } from "../../domain/errors";
import type { Result, Visitor } from "../caller";
import type { RealmDirectory } from "../realm-directory";
import type { CodePorts } from "../second-factors/check-code";
import type { Needs } from "../together";
import { issueApiKey, type LoggedIn } from "./issue-api-key";
import { proveCode } from "./log-in";

/** Gives out anyone's API key without a password, but not without a second factor. Wired in development mode only. */
export const logInForDevelopment =
  (ports: Needs<typeof issueApiKey> & CodePorts & { readonly directory: RealmDirectory }) =>
  (visitor: Visitor, email: string, code: string | undefined): Result<LoggedIn> =>
  async () => {
    const user = (await ports.directory.of(visitor.realmId)).userByEmail(email);
    if (user === undefined) return left(authenticationFailed);
    const proven = await proveCode(ports, visitor.realmId, user, code);
    return isLeft(proven) ? proven : issueApiKey(ports)(visitor, user.id, proven.right)();
  };
