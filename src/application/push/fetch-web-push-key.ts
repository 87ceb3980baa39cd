import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { type PushError, pushNotConfigured } from "../../domain/push/refusals";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { PushRelay } from "../ports/push/push-relay";

interface Ports {
  readonly directory: RealmDirectory;
  readonly pushRelay: PushRelay;
}

/** Returns the public key for Web Push subscriptions, which lets only this server send to them. */
export const fetchWebPushKey =
  ({ directory, pushRelay }: Ports) =>
  (caller: Caller): TaskEither<CallerError | PushError, string> =>
    readAsCaller(directory, caller, async () => {
      return pushRelay.webPushKey === undefined ? E.left(pushNotConfigured) : E.right(pushRelay.webPushKey);
    });
