import { isLeft, right } from "fp-ts/Either";
import { type Caller, callerIn, type Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { LinkTokens } from "../ports/link-tokens";
import type { OneTimeCodes } from "../ports/one-time-codes";
import type { RealmDirectory } from "../realm-directory";

interface Ports {
  readonly directory: RealmDirectory;
  readonly oneTimeCodes: OneTimeCodes;
  readonly linkTokens: LinkTokens;
  readonly clock: Clock;
}

/** What somebody puts into an app for codes. */
export interface AppSetUp {
  readonly secret: string;
  /** What the app reads from a picture. */
  readonly uri: string;
  /** Says whose secret it is, until they show that their app has it. */
  readonly token: string;
}

const validMilliseconds = 1_800_000;

/** Makes a secret for the caller's app. It counts when they show a code of it. */
export const beginApp =
  ({ directory, oneTimeCodes, linkTokens, clock }: Ports) =>
  (caller: Caller): Result<AppSetUp> =>
  async () => {
    const state = await directory.of(caller.realmId);
    const user = callerIn(state, caller);
    if (isLeft(user)) return user;
    const secret = oneTimeCodes.newSecret();
    const token = linkTokens.write("app_set_up", {
      realm: caller.realmId,
      user: caller.userId,
      secret,
      expiresAt: clock.now() + validMilliseconds,
    });
    const uri = oneTimeCodes.uriOf(secret, state.realm.name, user.right.email);
    return right({ secret, uri, token });
  };
