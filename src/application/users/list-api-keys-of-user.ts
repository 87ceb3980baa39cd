import type { UserId } from "../../domain/ids";
import { userToSecure } from "../access/check-user";
import type { Caller, Result } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { ApiKeyUses } from "../ports/login/api-key-uses";
import type { Clock } from "../ports/system/clock";
import { type ApiKeyFacts, findApiKeyFacts } from "./api-key-facts";

interface Ports {
  readonly directory: RealmDirectory;
  readonly apiKeyUses: ApiKeyUses;
  readonly clock: Clock;
}

/** When the API keys of another user or a bot were made and last used. Administrators and the bot's owner only. */
export const listApiKeysOfUser =
  (ports: Ports) =>
  (caller: Caller, userId: UserId): Result<readonly ApiKeyFacts[]> =>
  async () => {
    const state = await ports.directory.newest(caller.realmId);
    const user = userToSecure(state, caller, userId, { bots: true }, ports.clock.now());
    return findApiKeyFacts(ports, caller.realmId, user);
  };
