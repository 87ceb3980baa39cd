import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { LinkTokens } from "../ports/login/link-tokens";
import type { OneTimeCodes } from "../ports/login/one-time-codes";
import type { Clock } from "../ports/system/clock";

interface Ports {
  readonly directory: RealmDirectory;
  readonly oneTimeCodes: OneTimeCodes;
  readonly linkTokens: LinkTokens;
  readonly clock: Clock;
}

/** What a user enters into an authenticator app. */
export interface AppSetUp {
  readonly secret: string;
  /** The URI that the app scans as a QR code. */
  readonly uri: string;
  /** Binds the secret to the user until they show a code of their app. */
  readonly token: string;
}

const validMilliseconds = 1_800_000;

/** Makes a secret for the caller's app. It takes effect once they show a code made with it. */
export const beginApp =
  ({ directory, oneTimeCodes, linkTokens, clock }: Ports) =>
  (caller: Caller): TaskEither<CallerError, AppSetUp> =>
    readAsCaller(directory, caller, async (state, user) => {
      const secret = oneTimeCodes.newSecret();
      const token = linkTokens.write("app_set_up", {
        realm: caller.realmId,
        user: caller.userId,
        secret,
        expiresAt: clock.now() + validMilliseconds,
      });
      const uri = oneTimeCodes.uriOf(secret, state.realm.name, user.email);
      return E.right({ secret, uri, token });
    });
