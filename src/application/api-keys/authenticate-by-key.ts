import * as E from "fp-ts/Either";
import type { CallerError } from "../../domain/caller-refusals";
import type { RealmId } from "../../domain/ids";
import type { LoginError } from "../../domain/login/refusals";
import type { User } from "../../domain/users/user";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { SecondLooks } from "../held-realms/second-looks";
import { checkApiKey } from "./internal/check-api-key";
import type { KeyIndex } from "./key-index";
import type { KeyClient, KeyUseLog } from "./key-use-log";

interface Ports {
  readonly directory: RealmDirectory;
  readonly secondLooks: SecondLooks;
  readonly keyIndex: KeyIndex;
  readonly keyUseLog: Pick<KeyUseLog, "note">;
}

/** Finds the user of an API key alone, as in the URL of a webhook. */
export const authenticateByKey =
  (ports: Ports) =>
  async (
    realmId: RealmId,
    apiKey: string,
    holder: KeyClient,
  ): Promise<E.Either<CallerError | LoginError, User>> => {
    const { keyIndex, keyUseLog } = ports;
    const user = await checkApiKey(ports, realmId, apiKey.trim(), (state, key) => keyIndex.find(state, key));
    if (E.isRight(user)) keyUseLog.note(realmId, user.right, holder);
    return user;
  };
