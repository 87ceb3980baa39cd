import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { type CallerError, notForGuests } from "../../domain/caller-refusals";
import { outranks } from "../../domain/policy/user-access";
import type { RealmState } from "../../domain/state/realm-state";
import type { User } from "../../domain/users/user";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { ApiKeys } from "../ports/api-keys/api-keys";

/** Bots of one owner, with their API keys. */
export interface BotList {
  readonly state: RealmState;
  readonly bots: readonly {
    readonly user: User;
    /** Undefined for a bot that has more rights than the caller. */
    readonly apiKey: string | undefined;
  }[];
}

interface Ports {
  readonly directory: RealmDirectory;
  readonly apiKeys: ApiKeys;
}

/** Lists the caller's active bots with their keys, oldest first. */
export const listBots =
  ({ directory, apiKeys }: Ports) =>
  (caller: Caller): TaskEither<CallerError, BotList> =>
    readAsCaller(directory, caller, async (state, owner) => {
      if (owner.role === "guest") return E.left(notForGuests);
      const owned = [...state.users.values()].filter(
        ({ bot, isActive }) => isActive && bot?.ownerId === caller.userId,
      );
      return E.right({
        state,
        bots: owned
          .sort((a, b) => a.joinedAt - b.joinedAt || a.id - b.id)
          .map((user) => ({
            user,
            apiKey: outranks(state, user, owner)
              ? undefined
              : apiKeys.keyOf(caller.realmId, user.id, user.apiKeyVersion),
          })),
      });
    });
