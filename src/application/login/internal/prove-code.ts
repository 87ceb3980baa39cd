import { type Either, isLeft, left, right } from "fp-ts/Either";
import type { RealmId } from "../../../domain/ids";
import type { LimitError } from "../../../domain/limit-refusals";
import { type LoginError, twoFactorCodeRequired } from "../../../domain/login/refusals";
import type { User } from "../../../domain/users/user";
import { type CodePorts, checkCode } from "../shared/check-code";

/** Checks the code of the second factor, if the account has one, after the first factor is proved. */
export const proveCode = async (
  ports: CodePorts,
  realmId: RealmId,
  { id, secondFactors }: User,
  code: string | undefined,
): Promise<Either<LimitError | LoginError, { readonly hasBoth: boolean }>> => {
  if (secondFactors === 0) return right({ hasBoth: false });
  if (code === undefined) return left(twoFactorCodeRequired);
  const checked = await checkCode(ports, realmId, id, code);
  return isLeft(checked) ? checked : right({ hasBoth: true });
};
