import { type Either, left, right } from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { LimitError } from "../../domain/limit-refusals";
import {
  authenticationFailed,
  type LoginError,
  voucherInvalid,
  voucherMissing,
  vouchersNotEnabled,
  voucherWithoutEmail,
} from "../../domain/login/refusals";
import type { User } from "../../domain/users/user";
import type { Needs } from "../bind-use-cases";
import type { Result, Visitor } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { Vouchers } from "../ports/login/vouchers";
import { finishLogin } from "./finish-login";
import type { issueApiKey, LoggedIn } from "./issue-api-key";
import type { CodePorts } from "./shared/check-code";

type Ports = Needs<typeof issueApiKey> &
  CodePorts & { readonly directory: RealmDirectory; readonly vouchers: Vouchers };

/**
 * Returns the API key of a user for whom another program vouches with a signed token. Users with a second factor have
 * to prove it as well.
 */
export const logInByVoucher =
  (ports: Ports) =>
  (
    visitor: Visitor,
    token: string,
    code: string | undefined,
  ): Result<LoggedIn, CallerError | LimitError | LoginError> =>
    pipe(
      () => findVouchedUser(ports, visitor, token),
      TE.chainW((user) => finishLogin(ports, visitor, user, code)),
    );

const findVouchedUser = async (
  { directory, vouchers }: Ports,
  { realmId }: Visitor,
  token: string,
): Promise<Either<LoginError, User>> => {
  const state = await directory.stateOf(realmId);
  if (!vouchers.isFor(state.realm.subdomain)) return left(vouchersNotEnabled);
  if (token === "") return left(voucherMissing);
  const vouched = await vouchers.read(token);
  if (vouched.kind === "forged") return left(voucherInvalid);
  if (vouched.kind === "nobody") return left(voucherWithoutEmail);
  const user = state.userByEmail(vouched.email);
  return user === undefined || user.bot !== null ? left(authenticationFailed) : right(user);
};
