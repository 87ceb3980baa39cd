import { type Either, left, right } from "fp-ts/Either";
import {
  type ApiError,
  invalidApiKey,
  malformedApiKey,
  realmDeactivated,
  userDeactivated,
} from "../../domain/errors";
import type { User } from "../../domain/user";
import type { ApiKeys } from "../ports/api-keys";
import type { RealmDirectory } from "../realm-directory";
import { findUser } from "./resolve-recipients";

interface Ports {
  readonly directory: RealmDirectory;
  readonly apiKeys: ApiKeys;
}

/** The user whom an address and an API key belong to. API §5. */
export const authenticate =
  ({ directory, apiKeys }: Ports) =>
  async (realmId: number, email: string, apiKey: string): Promise<Either<ApiError, User>> => {
    const state = await directory.of(realmId);
    if (!/^[A-Za-z0-9]{32}$/.test(apiKey)) return left(malformedApiKey);
    const user = findUser(state, email);
    if (user === undefined || !apiKeys.isKeyOf(realmId, user.id, user.apiKeyVersion, apiKey))
      return left(invalidApiKey);
    if (!user.isActive) return left(userDeactivated);
    return state.realm.isDeactivated ? left(realmDeactivated) : right(user);
  };
