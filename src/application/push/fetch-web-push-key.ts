import { isLeft, left, right } from "fp-ts/Either";
import { pushNotConfigured } from "../../domain/push-errors";
import { type Caller, callerIn, type Result } from "../caller";
import type { PushRelay } from "../ports/push-relay";
import type { RealmDirectory } from "../realm-directory";

interface Ports {
  readonly directory: RealmDirectory;
  readonly pushRelay: PushRelay;
}

/** What a browser or UnifiedPush subscribes with, so that only this server can write to it. */
export const fetchWebPushKey =
  ({ directory, pushRelay }: Ports) =>
  (caller: Caller): Result<string> =>
  async () => {
    const user = callerIn(await directory.of(caller.realmId), caller);
    if (isLeft(user)) return user;
    return pushRelay.webPushKey === undefined ? left(pushNotConfigured) : right(pushRelay.webPushKey);
  };
