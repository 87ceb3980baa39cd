import type { RealmId } from "../../domain/ids";
import type { User } from "../../domain/users/user";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { ApiKeyUse, ApiKeyUses } from "../ports/api-keys/api-key-uses";
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

/** Facts about the user's API keys: each user has one. */
export const findApiKeyInfo = async (
  { apiKeyUses }: Ports,
  realmId: RealmId,
  { id, apiKeyVersion, apiKeyMadeAt }: User,
): Promise<readonly ApiKeyInfo[]> => {
  const lastUse = await apiKeyUses.last(realmId, id, apiKeyVersion);
  return [{ madeAt: apiKeyMadeAt === 0 ? null : apiKeyMadeAt, lastUse }];
};
