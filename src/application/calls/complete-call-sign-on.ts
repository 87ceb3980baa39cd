import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { type CallError, invalidCallSignOn } from "../../domain/calls/refusals";
import type { User } from "../../domain/users/user";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { CallProvider } from "../ports/calls/call-provider";
import type { LinkTokens } from "../ports/login/link-tokens";
import type { Clock } from "../ports/system/clock";
import type { RandomTokens } from "../ports/system/random-tokens";
import type { Seals } from "../ports/system/seals";
import type { InTransaction } from "../transaction";
import { callRefusal } from "./internal/call-refusal";
import { callReturnUrl, findCallSignOn } from "./internal/find-call-sign-on";
import { storeCallToken } from "./internal/store-call-token";

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

/** Completes the authorization with the provider's code. Only the user who began it can, in the same browser. */
export const completeCallSignOn = (ports: Ports) => {
  const store = storeCallToken(ports);
  return (
    caller: Caller,
    path: string,
    input: { readonly code: string; readonly ticket: string; readonly browserKey: string | undefined },
  ): TaskEither<CallError | CallerError, User> =>
    readAsCaller(ports.directory, caller, async (_state, user) => {
      const provider = findCallSignOn(ports, path);
      if (E.isLeft(provider)) return provider;
      const { service, signOn } = provider.right;
      const begun = ports.linkTokens.read("call_sign_on", input.ticket);
      const isTheirs =
        begun !== undefined &&
        begun.realmId === caller.realmId &&
        begun.userId === caller.userId &&
        begun.path === path &&
        input.browserKey !== undefined &&
        begun.browserKey === input.browserKey &&
        begun.until > ports.clock.now();
      if (!isTheirs) return E.left(invalidCallSignOn(service.title));
      const token = await signOn.redeem(input.code, callReturnUrl(ports, path));
      if (E.isLeft(token)) return E.left(callRefusal(service, token.left));
      return pipe(
        await store(caller, service, token.right),
        E.map(() => user),
      );
    });
};
