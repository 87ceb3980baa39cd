import * as E from "fp-ts/Either";
import {
  alreadyHasApp,
  type SecondFactorError,
  tooManySecondFactors,
} from "../../../domain/second-factors/refusals";
import { type SecondFactor, secondFactorLimits } from "../../../domain/second-factors/second-factor";
import type { User } from "../../../domain/users/user";
import { appendKeyEnd } from "../../api-keys/shared/append-key-end";
import type { LinkPorts } from "../../links/realm-links";
import type { RecoveryCodes } from "../../login/shared/recovery-codes";
import { secondFactorMail } from "../../mail/second-factor-mail";
import type { Transaction } from "../../transaction";

/** The name of a factor: the user's choice, or a default. */
export const factorName = (text: string, otherwise: string): string => {
  const name = text.replace(/\p{Cc}/gu, " ").trim() || otherwise;
  return [...name].slice(0, secondFactorLimits.nameLength).join("");
};

/**
 * Adds a second factor. The first one ends everything that began with the password alone, sessions and API key, and
 * returns new recovery codes; undefined for later ones, which leave the codes as they are.
 */
export const appendFactor = async (
  ports: Pick<LinkPorts, "siteUrl">,
  tx: Transaction,
  user: User,
  factor: SecondFactor,
  codes: RecoveryCodes,
): Promise<E.Either<SecondFactorError, readonly string[] | undefined>> => {
  const { realm } = tx.state;
  const known = await tx.credentials.secondFactors(realm.id, user.id);
  if (known.length >= secondFactorLimits.most) return E.left(tooManySecondFactors);
  if (factor.kind === "app" && known.some(({ kind }) => kind === "app")) return E.left(alreadyHasApp);
  const isFirst = known.length === 0;
  tx.addFactor(user.id, factor);
  tx.append({ type: "user_changed", userId: user.id, change: { secondFactors: known.length + 1 } });
  if (isFirst) {
    tx.setRecoveryCodes(user.id, codes.hashes);
    tx.endSessions(user.id);
    appendKeyEnd(tx, user);
  }
  const change = { what: isFirst ? "on" : "added", factorName: factor.name } as const;
  tx.enqueue(secondFactorMail(ports, realm, user, change, tx.now));
  return E.right(isFirst ? codes.codes : undefined);
};
