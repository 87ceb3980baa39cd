import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import * as TE from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { LimitError } from "../../domain/limit-refusals";
import {
  authenticationFailed,
  type LoginError,
  loginTokenInvalid,
  loginTokenMissing,
  loginTokensNotEnabled,
  loginTokenWithoutEmail,
} from "../../domain/login/refusals";
import type { User } from "../../domain/users/user";
import type { Needs } from "../bind-use-cases";
import type { Visitor } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { LoginTokens } from "../ports/login/login-tokens";
import { finishLogin } from "./finish-login";
import type { issueApiKey, LoggedIn } from "./issue-api-key";
import type { CodePorts } from "./shared/check-code";

type Ports = Needs<typeof issueApiKey> &
  CodePorts & { readonly directory: RealmDirectory; readonly loginTokens: LoginTokens };

/**
 * Returns the API key of a user that another program vouches for with a signed token. Users with a second factor have
 * to prove it as well.
 */
export const logInByToken =
  (ports: Ports) =>
  (
    visitor: Visitor,
    token: string,
    code: string | undefined,
  ): TaskEither<CallerError | LimitError | LoginError, LoggedIn> =>
    pipe(
      () => findUserByToken(ports, visitor, token),
      TE.chainW((user) => finishLogin(ports, visitor, user, code)),
    );

const findUserByToken = async (
  { directory, loginTokens }: Ports,
  { realmId }: Visitor,
  token: string,
): Promise<E.Either<LoginError, User>> => {
  const { realm } = await directory.stateOf(realmId);
  if (!loginTokens.isFor(realm.subdomain)) return E.left(loginTokensNotEnabled);
  if (token === "") return E.left(loginTokenMissing);
  const vouched = await loginTokens.read(token);
  if (vouched.kind === "forged") return E.left(loginTokenInvalid);
  if (vouched.kind === "nobody") return E.left(loginTokenWithoutEmail);
  // Another node may have made the account a moment ago.
  const user = (await directory.newest(realmId)).userByEmail(vouched.email);
  return user === undefined || user.bot !== null ? E.left(authenticationFailed) : E.right(user);
};
