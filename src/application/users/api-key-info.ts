import { type Either, isLeft, right } from "fp-ts/Either";
import type { RealmId } from "../../domain/ids";
import type { User } from "../../domain/users/user";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { ApiKeyUse, ApiKeyUses } from "../ports/login/api-key-uses";
import type { Clock } from "../ports/system/clock";

interface Ports {
  readonly directory: RealmDirectory;
  readonly apiKeyUses: ApiKeyUses;
  readonly clock: Clock;
}

/** Facts about an API key. */
export interface ApiKeyInfo {
  /** Unix milliseconds; null for older keys, whose time is unknown. */
  readonly madeAt: number | null;
  readonly lastUse: ApiKeyUse | undefined;
}

export const findApiKeyInfo = async <E>(
  { apiKeyUses }: Ports,
  realmId: RealmId,
  user: Either<E, User>,
): Promise<Either<E, readonly ApiKeyInfo[]>> => {
  if (isLeft(user)) return user;
  const { id, apiKeyVersion, apiKeyMadeAt } = user.right;
  const lastUse = await apiKeyUses.last(realmId, id, apiKeyVersion);
  return right([{ madeAt: apiKeyMadeAt === 0 ? null : apiKeyMadeAt, lastUse }]);
};
