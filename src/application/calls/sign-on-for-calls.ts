import { type Either, isLeft, left, right } from "fp-ts/Either";
import { callServices } from "../../domain/call-service";
import { type ApiError, badRequest } from "../../domain/errors";
import type { User } from "../../domain/user";
import { type Caller, callerIn, type Result } from "../caller";
import type { CallProvider } from "../ports/call-provider";
import type { Clock } from "../ports/clock";
import type { LinkTokens } from "../ports/link-tokens";
import type { RandomTokens } from "../ports/random-tokens";
import type { Seals } from "../ports/seals";
import type { RealmDirectory } from "../realm-directory";
import type { InTransaction } from "../transaction";
import { callError, notConfigured } from "./call-errors";
import { keepCallToken } from "./keep-call-token";

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

/** How long people have to agree, in milliseconds. */
const time = 600_000;

const signingOn = (
  { callProviders }: Ports,
  path: string,
): Either<ApiError, Required<Pick<CallProvider, "service" | "signOn">>> => {
  const provider = callProviders.find(({ service }) => service.path === path);
  if (provider === undefined)
    return left(
      notConfigured(Object.values(callServices).find((one) => one.path === path) ?? { title: path }),
    );
  const { service, signOn } = provider;
  return signOn ? right({ service, signOn }) : left(badRequest(`${service.title} needs no sign-on`));
};

const returnAddress = ({ siteUrl }: Ports, path: string): string => `${siteUrl()}/calls/${path}/complete`;

interface SignOnBegun {
  /** Where the person agrees to it. */
  readonly url: string;
  /** For their browser to keep: who comes back must have it. */
  readonly browserKey: string;
}

/** Begins letting this server make calls in somebody's name at a provider. */
export const beginCallSignOn =
  (ports: Ports) =>
  (caller: Caller, path: string): Result<SignOnBegun> =>
  async () => {
    const state = await ports.directory.of(caller.realmId);
    const user = callerIn(state, caller);
    if (isLeft(user)) return user;
    const provider = signingOn(ports, path);
    if (isLeft(provider)) return provider;
    const browserKey = ports.tokens.uuid();
    const ticket = ports.linkTokens.write("call_sign_on", {
      realmId: caller.realmId,
      subdomain: state.realm.subdomain,
      userId: caller.userId,
      path,
      browserKey,
      until: ports.clock.now() + time,
    });
    return right({ url: provider.right.signOn.agreeAt(ticket, returnAddress(ports, path)), browserKey });
  };

/** The subdomain of the organization that a ticket is of: providers know one address for all of them. */
export const realmOfCallSignOn =
  ({ linkTokens }: Pick<Ports, "linkTokens">) =>
  (ticket: string): string | undefined => {
    const subdomain = linkTokens.read("call_sign_on", ticket)?.subdomain;
    return typeof subdomain === "string" ? subdomain : undefined;
  };

/** Ends it, with what the provider gave: only for who began it, in the same browser. */
export const completeCallSignOn = (ports: Ports) => {
  const keep = keepCallToken(ports);
  return (
    caller: Caller,
    path: string,
    given: { readonly code: string; readonly ticket: string; readonly browserKey: string | undefined },
  ): Result<User> =>
    async () => {
      const user = callerIn(await ports.directory.of(caller.realmId), caller);
      if (isLeft(user)) return user;
      const provider = signingOn(ports, path);
      if (isLeft(provider)) return provider;
      const { service, signOn } = provider.right;
      const begun = ports.linkTokens.read("call_sign_on", given.ticket);
      const isTheirs =
        begun !== undefined &&
        begun.realmId === caller.realmId &&
        begun.userId === caller.userId &&
        begun.path === path &&
        given.browserKey !== undefined &&
        begun.browserKey === given.browserKey &&
        Number(begun.until) > ports.clock.now();
      if (!isTheirs) return left(badRequest(`Invalid ${service.title} session identifier`));
      const token = await signOn.redeem(given.code, returnAddress(ports, path));
      if (isLeft(token)) return left(callError(service, token.left));
      const kept = await keep(caller, service, token.right)();
      return isLeft(kept) ? kept : user;
    };
};
