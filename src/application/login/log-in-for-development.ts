import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import * as TE from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { LimitError } from "../../domain/limit-refusals";
import { authenticationFailed, type LoginError } from "../../domain/login/refusals";
import { type LoginMethod, loginMethodsOf } from "../../domain/realm/login-method";
import type { User } from "../../domain/users/user";
import type { Needs } from "../bind-use-cases";
import type { Visitor } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import { finishLogin } from "./finish-login";
import type { issueApiKey, LoggedIn } from "./issue-api-key";
import type { CodePorts } from "./shared/check-code";

type Ports = Needs<typeof issueApiKey> &
  CodePorts & { readonly directory: RealmDirectory; readonly offeredLogins: readonly LoginMethod[] };

/**
 * Returns anyone's API key without a password, but not without the second factor. Available in development mode only.
 */
export const logInForDevelopment =
  (ports: Ports) =>
  (
    visitor: Visitor,
    email: string,
    code: string | undefined,
  ): TaskEither<CallerError | LimitError | LoginError, LoggedIn> =>
    pipe(
      () => findByEmail(ports, visitor, email),
      TE.chainW((user) => finishLogin(ports, visitor, user, code)),
    );

const findByEmail = async (
  { directory, offeredLogins }: Ports,
  { realmId }: Visitor,
  email: string,
): Promise<E.Either<LoginError, User>> => {
  const state = await directory.newest(realmId);
  const user = state.userByEmail(email);
  const isTaken = loginMethodsOf(offeredLogins, state.realm.settings).has("Dev");
  return user === undefined || !isTaken ? E.left(authenticationFailed) : E.right(user);
};
