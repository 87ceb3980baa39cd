import { isLeft, left } from "fp-ts/Either";
import {
  authenticationFailed,
  voucherInvalid,
  voucherMissing,
  vouchersNotEnabled,
  voucherWithoutEmail,
} from "../../domain/login/refusals";
import type { Needs } from "../bind-use-cases";
import type { Result, Visitor } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { Vouchers } from "../ports/login/vouchers";
import { proveCode } from "./internal/prove-code";
import { issueApiKey, type LoggedIn } from "./issue-api-key";
import type { CodePorts } from "./shared/check-code";

type Ports = Needs<typeof issueApiKey> &
  CodePorts & { readonly directory: RealmDirectory; readonly vouchers: Vouchers };

/**
 * Returns the API key of a user for whom another program vouches with a signed token. Users with a second factor have
 * to prove it as well.
 */
export const logInByVoucher =
  (ports: Ports) =>
  (visitor: Visitor, token: string, code: string | undefined): Result<LoggedIn> =>
  async () => {
    const { directory, vouchers } = ports;
    const state = await directory.stateOf(visitor.realmId);
    if (!vouchers.isFor(state.realm.subdomain)) return left(vouchersNotEnabled);
    if (token === "") return left(voucherMissing);
    const vouched = await vouchers.read(token);
    if (vouched.kind === "forged") return left(voucherInvalid);
    if (vouched.kind === "nobody") return left(voucherWithoutEmail);
    const user = state.userByEmail(vouched.email);
    if (user === undefined || user.bot !== null) return left(authenticationFailed);
    const proven = await proveCode(ports, visitor.realmId, user, code);
    return isLeft(proven) ? proven : issueApiKey(ports)(visitor, user.id, proven.right)();
  };
