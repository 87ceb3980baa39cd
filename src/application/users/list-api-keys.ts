import { type Either, isLeft, right } from "fp-ts/Either";
import type { ApiError } from "../../domain/errors";
import type { User } from "../../domain/user";
import { type Caller, callerIn, type Result } from "../caller";
import type { ApiKeyUse, ApiKeyUses } from "../ports/api-key-uses";
import type { Clock } from "../ports/clock";
import type { RealmDirectory } from "../realm-directory";
import { userToSecure } from "./check-user";

interface Ports {
  readonly directory: RealmDirectory;
  readonly apiKeyUses: ApiKeyUses;
  readonly clock: Clock;
}

/** What is known of a key besides itself. */
export interface ApiKeyFacts {
  /** Unix milliseconds; null for a key from before that was noted. */
  readonly madeAt: number | null;
  readonly lastUse: ApiKeyUse | undefined;
}

const factsOf = async (
  { apiKeyUses }: Ports,
  realmId: number,
  user: Either<ApiError, User>,
): Promise<Either<ApiError, readonly ApiKeyFacts[]>> => {
  if (isLeft(user)) return user;
  const { id, apiKeyVersion, apiKeyMadeAt } = user.right;
  const lastUse = await apiKeyUses.last(realmId, id, apiKeyVersion);
  return right([{ madeAt: apiKeyMadeAt === 0 ? null : apiKeyMadeAt, lastUse }]);
};

/** When the caller's API keys were made and used. Everybody has one. */
export const listApiKeys =
  (ports: Ports) =>
  (caller: Caller): Result<readonly ApiKeyFacts[]> =>
  async () =>
    factsOf(ports, caller.realmId, callerIn(await ports.directory.of(caller.realmId), caller));

/** The same of somebody else, or of a bot, for administrators and the bot's owner. */
export const listOthersApiKeys =
  (ports: Ports) =>
  (caller: Caller, userId: number): Result<readonly ApiKeyFacts[]> =>
  async () => {
    const state = await ports.directory.newest(caller.realmId);
    const user = userToSecure(state, caller, userId, { bots: true }, ports.clock.now());
    return factsOf(ports, caller.realmId, user);
  };
