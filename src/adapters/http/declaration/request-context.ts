import type { Request } from "express";
import { LRUCache } from "lru-cache";
import type { Caller } from "../../../application/caller";
import type { ReceivedFile } from "../../../application/uploads/shared/received-file";
import type { User } from "../../../domain/users/user";
import type { RealmInfo, ServerInfo } from "../../zulip-wire/server-info";
import type { QuietStreams } from "../reply/quiet-streams";
import type { UnreadLimit } from "../reply/unread-limit";

/** What is known of a request before its parameters are decoded. */
export interface RequestContext {
  /** The request's host name, without port. */
  readonly host: string;
  readonly server: ServerInfo;
  /** Unix milliseconds. */
  now(): number;
  /** The client program, from its User-Agent. */
  readonly client: string;
  /** Whether the client has its answer or disconnected. */
  readonly isGone: boolean;
  readonly remoteAddress: string;
  /** Sets the cookies of a session and of its CSRF token in the answer. */
  startSession(token: string): void;
  /** The client's Idempotency-Key. */
  readonly idempotencyKey: string | undefined;
}

/** An authenticated request. */
export interface SignedInContext extends RequestContext {
  readonly caller: Caller;
  readonly user: User;
  readonly realm: RealmInfo;
  /** The session that authenticated the request; undefined for an API key. */
  readonly sessionId: string | undefined;
  /** The last event that a reconnecting client received. Some clients send an empty header for none. */
  readonly lastEventId: string | undefined;
  /** Whether the client asks only for the head of an answer (HEAD), which must change nothing. */
  readonly isHead: boolean;
  /** Whether the credentials are still valid, for work that continues after authentication. */
  isStillSignedIn(): boolean | Promise<boolean>;
  /** For a continuing answer, such as a stream: what the caller's clients haven't read. */
  readonly unread: UnreadLimit;
  /** Keeps streams alive that have nothing to send. */
  readonly quietStreams: QuietStreams;
  /** The uploaded files, where the endpoint takes files. */
  readonly files: RequestFiles;
}

/** The files of a request: already stored, or in memory where the endpoint takes only small ones. */
export interface RequestFiles {
  readonly stored: readonly ReceivedFile[];
  readonly read: readonly Uint8Array[];
}

/** Another program's request; its integration parses the body. */
export interface WebhookContext extends SignedInContext {
  /** The raw body, unless it is a form, whose fields are parameters. */
  readonly body: string | undefined;
  header(name: string): string | undefined;
}

/** A request that needs no account. */
export interface SpectatorContext extends RequestContext {
  readonly realm: RealmInfo;
  /** The authenticated request, if the client sent credentials. */
  readonly signedIn: SignedInContext | undefined;
}

/** The names of recent client programs. Each sends thousands of requests. */
const namesByAgent = new LRUCache<string, string>({ max: 1000 });

const namedIn = (userAgent: string): string => {
  const name = /^[^/ (]+/.exec(userAgent)?.[0] ?? "";
  return name === "" ? "Unspecified" : name.slice(0, 30);
};

/** The name before the version in a User-Agent: `ZulipMobile/1.0 (iOS)` is ZulipMobile. */
export const clientName = (userAgent = ""): string => {
  let name = namesByAgent.get(userAgent);
  if (name === undefined) {
    name = namedIn(userAgent);
    // A key of the map would keep a long header in memory.
    if (userAgent.length <= longestKnown) namesByAgent.set(userAgent, name);
  }
  return name;
};

const longestKnown = 300;

/** The address of a request's client. Without a proxy's header, that is its connection's. */
export const addressOf = (request: Request): string =>
  (request.headers["x-forwarded-for"] === undefined ? request.socket.remoteAddress : request.ip) ?? "";
