import { isLeft, left } from "fp-ts/Either";
import { authenticationFailed, badRequest } from "../../domain/errors";
import type { Result, Visitor } from "../caller";
import type { Vouchers } from "../ports/vouchers";
import type { RealmDirectory } from "../realm-directory";
import type { CodePorts } from "../second-factors/check-code";
import type { Needs } from "../together";
import { issueApiKey, type LoggedIn } from "./issue-api-key";
import { proveCode } from "./log-in";

type Ports = Needs<typeof issueApiKey> &
  CodePorts & { readonly directory: RealmDirectory; readonly vouchers: Vouchers };

/**
 * Gives somebody their API key for whom another program vouches, by a token that it signed. A second factor is asked
 * for all the same.
 */
export const logInByVoucher =
  (ports: Ports) =>
  (visitor: Visitor, token: string, code: string | undefined): Result<LoggedIn> =>
  async () => {
    const { directory, vouchers } = ports;
    const state = await directory.of(visitor.realmId);
    if (!vouchers.isFor(state.realm.subdomain))
      return left(badRequest("JWT authentication is not enabled for this organization"));
    if (token === "") return left(badRequest("No JSON web token passed in request"));
    const vouched = await vouchers.read(token);
    if (vouched.kind === "forged") return left(badRequest("Bad JSON web token"));
    if (vouched.kind === "nobody") return left(badRequest("No email specified in JSON web token claims"));
    const user = state.userByEmail(vouched.email);
    if (user === undefined || user.bot !== null) return left(authenticationFailed);
    const proven = await proveCode(ports, visitor.realmId, user, code);
    return isLeft(proven) ? proven : issueApiKey(ports)(visitor, user.id, proven.right)();
  };
