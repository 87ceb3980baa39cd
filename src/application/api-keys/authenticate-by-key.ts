import * as E from "fp-ts/Either";
import type { CallerError } from "../../domain/caller-refusals";
import type { RealmId } from "../../domain/ids";
import type { LoginError } from "../../domain/login/refusals";
import type { User } from "../../domain/users/user";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { ApiKeys } from "../ports/api-keys/api-keys";
import { checkApiKey } from "./internal/check-api-key";
import type { KeyIndex } from "./key-index";
import type { KeyClient, KeyUseLog } from "./key-use-log";

interface Ports {
  readonly directory: RealmDirectory;
  readonly apiKeys: ApiKeys;
  readonly keyUseLog: Pick<KeyUseLog, "note">;
}

/** Finds the user of an API key alone, as in the URL of a webhook. */
export const authenticateByKey =
  ({ directory, keyIndex, keyUseLog }: Omit<Ports, "apiKeys"> & { readonly keyIndex: KeyIndex }) =>
  async (
    realmId: RealmId,
    apiKey: string,
    holder: KeyClient,
  ): Promise<E.Either<CallerError | LoginError, User>> => {
    const state = await directory.stateOf(realmId);
    const user = await checkApiKey(state, apiKey.trim(), (key) => keyIndex.find(state, key));
    if (E.isRight(user)) keyUseLog.note(realmId, user.right, holder);
    return user;
  };
