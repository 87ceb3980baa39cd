import { type Either, isRight, left, right } from "fp-ts/Either";
import {
  type ApiError,
  invalidApiKey,
  malformedApiKey,
  realmDeactivated,
  twoFactorSetUpRequired,
  userDeactivated,
} from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import { mustAddFactor } from "../../domain/second-factor";
import type { User } from "../../domain/user";
import type { ApiKeys } from "../ports/api-keys";
import type { RealmDirectory } from "../realm-directory";
import type { KeyIndex } from "./key-index";
import type { KeyHolder, KeyUseLog } from "./key-use-log";
import { findUser } from "./resolve-recipients";

interface Ports {
  readonly directory: RealmDirectory;
  readonly apiKeys: ApiKeys;
  readonly keyUseLog: Pick<KeyUseLog, "note">;
}

const check = async (
  state: RealmState,
  apiKey: string,
  find: (key: string) => User | undefined | Promise<User | undefined>,
): Promise<Either<ApiError, User>> => {
  if (!/^[A-Za-z0-9]{32}$/.test(apiKey)) return left(malformedApiKey);
  const user = await find(apiKey);
  if (user === undefined) return left(invalidApiKey);
  if (!user.isActive) return left(userDeactivated);
  if (state.realm.isDeactivated) return left(realmDeactivated);
  return mustAddFactor(state.realm, user) ? left(twoFactorSetUpRequired) : right(user);
};

/** The user whom an address and an API key belong to. API §5. */
export const authenticate =
  ({ directory, apiKeys, keyUseLog }: Ports) =>
  async (
    realmId: number,
    email: string,
    apiKey: string,
    holder: KeyHolder,
  ): Promise<Either<ApiError, User>> => {
    const state = await directory.of(realmId);
    const user = await check(state, apiKey, (key) => {
      const user = findUser(state, email);
      return user && apiKeys.isKeyOf(realmId, user.id, user.apiKeyVersion, key) ? user : undefined;
    });
    if (isRight(user)) keyUseLog.note(realmId, user.right, holder);
    return user;
  };

/** The user whom an API key belongs to that comes alone, in the URL of a webhook. */
export const authenticateByKey =
  ({ directory, keyIndex, keyUseLog }: Omit<Ports, "apiKeys"> & { readonly keyIndex: KeyIndex }) =>
  async (realmId: number, apiKey: string, holder: KeyHolder): Promise<Either<ApiError, User>> => {
    const state = await directory.of(realmId);
    const user = await check(state, apiKey.trim(), (key) => keyIndex.find(state, key));
    if (isRight(user)) keyUseLog.note(realmId, user.right, holder);
    return user;
  };
