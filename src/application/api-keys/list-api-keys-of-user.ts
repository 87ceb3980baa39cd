import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { UserId } from "../../domain/ids";
import type { UserError } from "../../domain/users/refusals";
import { userToSecure } from "../access/check-user";
import { readNewestAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { ApiKeyUses } from "../ports/api-keys/api-key-uses";
import type { Clock } from "../ports/system/clock";
import { type ApiKeyInfo, findApiKeyInfo } from "./api-key-info";

interface Ports {
  readonly directory: RealmDirectory;
  readonly apiKeyUses: ApiKeyUses;
  readonly clock: Clock;
}

/** When the API keys of another user or a bot were made and last used. Administrators and the bot's owner only. */
export const listApiKeysOfUser =
  (ports: Ports) =>
  (caller: Caller, userId: UserId): TaskEither<CallerError | UserError, readonly ApiKeyInfo[]> =>
    readNewestAsCaller(ports.directory, caller, async (state, actor) => {
      const user = userToSecure(state, actor, userId, { bots: true }, ports.clock.now());
      return E.isLeft(user) ? user : E.right(await findApiKeyInfo(ports, caller.realmId, user.right));
    });
