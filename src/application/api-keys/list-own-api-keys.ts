import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { readAsCaller } from "../as-caller";
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

/** When the caller's API keys were made and last used. Each user has one. */
export const listOwnApiKeys =
  (ports: Ports) =>
  (caller: Caller): TaskEither<CallerError, readonly ApiKeyInfo[]> =>
    readAsCaller(ports.directory, caller, async (_state, user) =>
      E.right(await findApiKeyInfo(ports, caller.realmId, user)),
    );
