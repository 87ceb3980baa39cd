import type { Caller } from "../../application/caller";
import type { ReceivedFile } from "../../application/uploads/receive-file";
import type { LoginMethod } from "../../domain/login-method";
import type { Realm } from "../../domain/realm";
import { realmUrl } from "../../domain/realm-address";
import type { User } from "../../domain/user";

/** What is known of a request before its parameters are read. */
export interface RequestContext {
  /** The host name in the request, without port. */
  readonly host: string;
  readonly server: ServerFacts;
  /** The program in use, by its User-Agent. */
  readonly client: string;
  /** Calls back when the client has its answer, or goes away without. */
  whenGone(forget: () => void): void;
  readonly remoteAddress: string;
  /** Has the answer carry a session, and a token for what changes something by it, to whoever keeps cookies. */
  startSession(token: string): void;
  /** What the client calls this request, by its Idempotency-Key. */
  readonly idempotencyKey: string | undefined;
}

/** A request of somebody who is logged in. */
export interface SignedInContext extends RequestContext {
  readonly caller: Caller;
  readonly user: User;
  readonly realm: RealmFacts;
  /** The session by which they call; undefined for whoever has a key. */
  readonly sessionId: string | undefined;
  /** The last event that the client has, where its connection was cut and it comes again. */
  readonly lastEventId: string | undefined;
  /** Whether they may still call by what they said, for what goes on after it was asked. */
  isStillSignedIn(): boolean | Promise<boolean>;
  /** The files that came with the request, where its endpoint takes files. */
  readonly files: GivenFiles;
}

/** Files of a request: in the store already, or in memory where the endpoint takes only small ones. */
export interface GivenFiles {
  readonly stored: readonly ReceivedFile[];
  readonly read: readonly Uint8Array[];
}

/** A request of another program's, whose body is its own affair. */
export interface WebhookContext extends SignedInContext {
  /** As it came, unless it is a form, whose fields are parameters. */
  readonly body: string | undefined;
  header(name: string): string | undefined;
}

/** A request that needs no account. */
export interface SpectatorContext extends RequestContext {
  readonly realm: RealmFacts;
  /** Whoever made it, if they said who they are. */
  readonly signedIn: SignedInContext | undefined;
}

/** What the wire says of the server itself. */
export interface ServerFacts {
  /** Where people reach it, without a slash at the end. */
  readonly url: string;
  readonly isDevelopment: boolean;
  /** Whether notifications reach devices that are away. */
  readonly sendsPush: boolean;
  /** What people call another service by which they log in; undefined where there is none. */
  readonly signOnName: string | undefined;
  /** Whether a model writes summaries. */
  readonly summarizes: boolean;
  /** Keys of services by which clients find GIFs, empty where there is none. */
  readonly gifKeys: { readonly giphy: string; readonly tenor: string; readonly klipy: string };
  /** Ways to log in that organizations can choose from. */
  readonly offeredLogins: readonly LoginMethod[];
  /** When this process started, in Unix seconds. */
  readonly startedAt: number;
  /** How much people may upload, in mebibytes: a file, and all of a realm together. */
  readonly uploads: { readonly fileMib: number; readonly realmMib: number | null };
  /** By which the server of an outgoing webhook bot knows that it is called by this one. */
  webhookTokenOf(realmId: number, botId: number): string;
}

/** What encoders need to know of a realm. */
export interface RealmFacts {
  readonly id: number;
  readonly subdomain: string;
  readonly url: string;
  readonly host: string;
  webhookTokenOf(botId: number): string;
}

type FactsOfServer = Pick<ServerFacts, "url" | "webhookTokenOf">;

/** They follow from the realm and the server alone, and each request asks for them. */
const knownFacts = new WeakMap<Realm, { readonly server: FactsOfServer; readonly facts: RealmFacts }>();

/** What is written of a realm besides its state. */
export const realmFacts = (realm: Realm, server: FactsOfServer): RealmFacts => {
  const known = knownFacts.get(realm);
  if (known?.server === server) return known.facts;
  const facts = factsOf(realm, server);
  knownFacts.set(realm, { server, facts });
  return facts;
};

const factsOf = (realm: Realm, server: FactsOfServer): RealmFacts => {
  const url = realmUrl(server.url, realm);
  return {
    id: realm.id,
    subdomain: realm.subdomain,
    url,
    host: new URL(url).hostname,
    webhookTokenOf: (botId) => server.webhookTokenOf(realm.id, botId),
  };
};

/** The name before the version in a User-Agent: `ZulipMobile/1.0 (iOS)` is ZulipMobile. */
export const clientName = (userAgent: string | undefined): string => {
  const name = /^[^/ (]+/.exec(userAgent ?? "")?.[0] ?? "";
  return name === "" ? "Unspecified" : name.slice(0, 30);
};
