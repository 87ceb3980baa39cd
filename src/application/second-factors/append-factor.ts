import { type Either, left, right } from "fp-ts/Either";
import { type ApiError, badRequest } from "../../domain/errors";
import { type SecondFactor, secondFactorLimits } from "../../domain/second-factor";
import type { User } from "../../domain/user";
import type { LinkPorts } from "../realm-links";
import type { Transaction } from "../transaction";
import { appendKeyEnd } from "../users/end-api-key";
import { factorLetter } from "./factor-letter";
import type { RecoveryCodes } from "./recovery-codes";

/** A name for a factor that somebody chose; another where they chose none. */
export const factorName = (wanted: string, otherwise: string): string => {
  const name = wanted.replace(/\p{Cc}/gu, " ").trim() || otherwise;
  return [...name].slice(0, secondFactorLimits.nameLength).join("");
};

/**
 * Gives a user a second factor. With the first one everything ends that was begun with the password alone: sessions and
 * the API key. Answers with the recovery codes that they have from then on; undefined where they keep those they have.
 */
export const appendFactor = async (
  ports: Pick<LinkPorts, "siteUrl">,
  tx: Transaction,
  user: User,
  factor: SecondFactor,
  codes: RecoveryCodes,
): Promise<Either<ApiError, readonly string[] | undefined>> => {
  const { realm } = tx.state;
  const known = await tx.credentials.secondFactors(realm.id, user.id);
  if (known.length >= secondFactorLimits.most) return left(badRequest("You have too many second factors."));
  if (factor.kind === "app" && known.some(({ kind }) => kind === "app"))
    return left(badRequest("You have an app already. Remove it before you set up another."));
  const isFirst = known.length === 0;
  tx.addFactor(user.id, factor);
  tx.append({ type: "user_changed", userId: user.id, change: { secondFactors: known.length + 1 } });
  if (isFirst) {
    tx.setRecoveryCodes(user.id, codes.hashes);
    tx.endSessions(user.id);
    appendKeyEnd(tx, user);
  }
  const news = { what: isFirst ? "on" : "added", factorName: factor.name } as const;
  tx.enqueue(factorLetter(ports, realm, user, news, tx.now));
  return right(isFirst ? codes.codes : undefined);
};
