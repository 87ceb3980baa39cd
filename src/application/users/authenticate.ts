import { type Either, left, right } from "fp-ts/Either";
import {
  type ApiError,
  invalidApiKey,
  malformedApiKey,
  realmDeactivated,
  userDeactivated,
} from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import type { ApiKeys } from "../ports/api-keys";
import type { RealmDirectory } from "../realm-directory";
import type { KeyIndex } from "./key-index";
import { findUser } from "./resolve-recipients";

interface Ports {
  readonly directory: RealmDirectory;
  readonly apiKeys: ApiKeys;
}

const check = (
  state: RealmState,
  apiKey: string,
  find: (key: string) => User | undefined,
): Either<ApiError, User> => {
  if (!/^[A-Za-z0-9]{32}$/.test(apiKey)) return left(malformedApiKey);
  const user = find(apiKey);
  if (user === undefined) return left(invalidApiKey);
  if (!user.isActive) return left(userDeactivated);
  return state.realm.isDeactivated ? left(realmDeactivated) : right(user);
};

/** The user whom an address and an API key belong to. API §5. */
export const authenticate =
  ({ directory, apiKeys }: Ports) =>
  async (realmId: number, email: string, apiKey: string): Promise<Either<ApiError, User>> => {
    const state = await directory.of(realmId);
    return check(state, apiKey, (key) => {
      const user = findUser(state, email);
      return user && apiKeys.isKeyOf(realmId, user.id, user.apiKeyVersion, key) ? user : undefined;
    });
  };

/** The user whom an API key belongs to that comes alone, in the URL of a webhook. */
export const authenticateByKey =
  ({ directory, keyIndex }: { readonly directory: RealmDirectory; readonly keyIndex: KeyIndex }) =>
  async (realmId: number, apiKey: string): Promise<Either<ApiError, User>> => {
    const state = await directory.of(realmId);
    return check(state, apiKey.trim(), (key) => keyIndex.find(state, key));
  };
