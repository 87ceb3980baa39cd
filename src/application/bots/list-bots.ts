import { isLeft, left, right } from "fp-ts/Either";
import { notForGuests } from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import { outranks } from "../../domain/user-access";
import { type Caller, callerIn, type Result } from "../caller";
import type { ApiKeys } from "../ports/api-keys";
import type { RealmDirectory } from "../realm-directory";

/** Somebody's bots with their keys. */
export interface BotList {
  readonly state: RealmState;
  readonly bots: readonly {
    readonly user: User;
    /** Undefined for a bot that has more rights than whoever asks. */
    readonly apiKey: string | undefined;
  }[];
}

interface Ports {
  readonly directory: RealmDirectory;
  readonly apiKeys: ApiKeys;
}

/** The caller's own active bots with their keys, the oldest first. */
export const listBots =
  ({ directory, apiKeys }: Ports) =>
  (caller: Caller): Result<BotList> =>
  async () => {
    const state = await directory.of(caller.realmId);
    const owner = callerIn(state, caller);
    if (isLeft(owner)) return owner;
    if (owner.right.role === "guest") return left(notForGuests);
    const own = [...state.users.values()].filter(
      ({ bot, isActive }) => isActive && bot?.ownerId === caller.userId,
    );
    return right({
      state,
      bots: own
        .sort((a, b) => a.joinedAt - b.joinedAt || a.id - b.id)
        .map((user) => ({
          user,
          apiKey: outranks(state, user, owner.right)
            ? undefined
            : apiKeys.keyOf(caller.realmId, user.id, user.apiKeyVersion),
        })),
    });
  };
