import * as E from "fp-ts/Either";
import type { CallerError } from "../../domain/caller-refusals";
import type { RealmId } from "../../domain/ids";
import type { LoginError } from "../../domain/login/refusals";
import type { User } from "../../domain/users/user";
import { findUser } from "../access/resolve-recipients";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { SecondLooks } from "../held-realms/second-looks";
import type { ApiKeys } from "../ports/api-keys/api-keys";
import { checkApiKey } from "./internal/check-api-key";
import type { KeyClient, KeyUseLog } from "./key-use-log";

interface Ports {
  readonly directory: RealmDirectory;
  readonly secondLooks: SecondLooks;
  readonly apiKeys: ApiKeys;
  readonly keyUseLog: Pick<KeyUseLog, "note">;
}

/** Finds the user of an email address and API key. API §5. */
export const authenticate =
  (ports: Ports) =>
  async (
    realmId: RealmId,
    email: string,
    apiKey: string,
    holder: KeyClient,
  ): Promise<E.Either<CallerError | LoginError, User>> => {
    const { apiKeys, keyUseLog } = ports;
    const user = await checkApiKey(ports, realmId, apiKey, (state, key) => {
      const user = findUser(state, email);
      return user && apiKeys.isKeyOf(realmId, user.id, user.apiKeyVersion, key) ? user : undefined;
    });
    if (E.isRight(user)) keyUseLog.note(realmId, user.right, holder);
    return user;
  };
