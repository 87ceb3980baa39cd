import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import * as TE from "fp-ts/TaskEither";
import { type CallerError, realmDeactivated, userDeactivated } from "../../domain/caller-refusals";
import type { RealmId } from "../../domain/ids";
import type { LimitError } from "../../domain/limit-refusals";
import { type LoginError, twoFactorCodeRequired } from "../../domain/login/refusals";
import type { User } from "../../domain/users/user";
import type { Needs } from "../bind-use-cases";
import type { Visitor } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import { issueApiKey, type LoggedIn } from "./issue-api-key";
import { type CodePorts, checkCode } from "./shared/check-code";
import type { Proof } from "./shared/confirm-identity";

interface FinishPorts extends CodePorts {
  readonly directory: RealmDirectory;
}

/** Issues the API key to a user who has proved the first factor, if they prove the second, too. */
export const finishLogin = (
  ports: FinishPorts & Needs<typeof issueApiKey>,
  visitor: Visitor,
  user: User,
  code: string | undefined,
  proof: Partial<Proof> = {},
): TaskEither<CallerError | LimitError | LoginError, LoggedIn> =>
  pipe(
    () => proveCode(ports, visitor.realmId, user, code),
    TE.chainW((both) => issueApiKey(ports)(visitor, user.id, { ...both, ...proof })),
  );

/**
 * Checks the code of the second factor, if the account has one. A login that is refused anyway uses up no code, and nobody gets
 * mail about it.
 */
const proveCode = async (
  ports: FinishPorts,
  realmId: RealmId,
  { id, isActive, secondFactors }: User,
  code: string | undefined,
): Promise<E.Either<CallerError | LimitError | LoginError, { readonly hasBoth: boolean }>> => {
  if (secondFactors === 0) return E.right({ hasBoth: false });
  if (!isActive) return E.left(userDeactivated);
  if ((await ports.directory.newest(realmId)).realm.isDeactivated) return E.left(realmDeactivated);
  if (code === undefined) return E.left(twoFactorCodeRequired);
  const checked = await checkCode(ports, realmId, id, code);
  return E.isLeft(checked) ? checked : E.right({ hasBoth: true });
};
