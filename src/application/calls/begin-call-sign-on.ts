import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { CallError } from "../../domain/calls/refusals";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { CallProvider } from "../ports/calls/call-provider";
import type { LinkTokens } from "../ports/login/link-tokens";
import type { Clock } from "../ports/system/clock";
import type { RandomTokens } from "../ports/system/random-tokens";
import type { Seals } from "../ports/system/seals";
import type { InTransaction } from "../transaction";
import { callReturnUrl, findCallSignOn } from "./internal/find-call-sign-on";

interface Ports {
  readonly directory: RealmDirectory;
  readonly inTransaction: InTransaction;
  readonly callProviders: readonly CallProvider[];
  readonly linkTokens: LinkTokens;
  readonly tokens: RandomTokens;
  readonly seals: Seals;
  readonly clock: Clock;
  readonly siteUrl: () => string;
}

/** How long users have to agree, in milliseconds. */
const validMilliseconds = 600_000;

interface SignOnBegun {
  /** The provider's page where the user agrees. */
  readonly url: string;
  /** Stored by the browser, which must present it on return. */
  readonly browserKey: string;
}

/** Begins the authorization that lets this server make calls in a user's name at a provider. */
export const beginCallSignOn =
  (ports: Ports) =>
  (caller: Caller, path: string): TaskEither<CallError | CallerError, SignOnBegun> =>
    readAsCaller(ports.directory, caller, async (state) => {
      const provider = findCallSignOn(ports, path);
      if (E.isLeft(provider)) return provider;
      const browserKey = ports.tokens.uuid();
      const ticket = ports.linkTokens.write("call_sign_on", {
        realmId: caller.realmId,
        subdomain: state.realm.subdomain,
        userId: caller.userId,
        path,
        browserKey,
        until: ports.clock.now() + validMilliseconds,
      });
      return E.right({ url: provider.right.signOn.agreeAt(ticket, callReturnUrl(ports, path)), browserKey });
    });
