import type { Request } from "express";
import type { Caller } from "../../../application/caller";
import type { Clock } from "../../../application/ports/system/clock";
import type { User } from "../../../domain/users/user";
import type { RealmInfo, ServerInfo } from "../../zulip-wire/server-info";
import type { Authentication, BrowserCredentials } from "../authentication/authentication";
import { signedIn, toCaller } from "../authentication/signed-in";
import type { Spectating } from "../authentication/spectators";
import {
  addressOf,
  clientName,
  type RequestContext,
  type RequestFiles,
  type SignedInContext,
  type SpectatorContext,
  type WebhookContext,
} from "../declaration/request-context";
import type { QuietStreams } from "../reply/quiet-streams";
import type { UnreadLimit } from "../reply/unread-limit";
import { filesIn } from "../request/request-files";

/** The parts that don't depend on the request. */
export interface ServerContext {
  readonly server: ServerInfo;
  readonly clock: Clock;
  readonly startSession: BrowserCredentials["startSession"];
  readonly isStillValid: Authentication["isStillValid"];
  readonly unread: UnreadLimit;
  readonly quietStreams: QuietStreams;
}

/** A request's context, computed when asked for. */
export class ExpressContext implements RequestContext {
  constructor(
    protected readonly request: Request,
    protected readonly serverContext: ServerContext,
  ) {}

  get server(): ServerInfo {
    return this.serverContext.server;
  }

  now(): number {
    return this.serverContext.clock.now();
  }

  get host(): string {
    return this.request.hostname;
  }

  get client(): string {
    return clientName(this.request.headers["user-agent"]);
  }

  get remoteAddress(): string {
    return addressOf(this.request);
  }

  get idempotencyKey(): string | undefined {
    return this.request.get("Idempotency-Key");
  }

  startSession(token: string): void {
    const { request } = this;
    if (request.res) this.serverContext.startSession(request, request.res, token);
  }

  get isGone(): boolean {
    return this.request.res?.closed === true;
  }
}

/** The context of an authenticated request. */
export class ExpressSignedInContext extends ExpressContext implements SignedInContext {
  readonly caller: Caller;
  readonly user: User;
  readonly realm: RealmInfo;
  readonly sessionId: string | undefined;

  constructor(request: Request, serverContext: ServerContext) {
    super(request, serverContext);
    const sender = signedIn(request);
    this.user = sender.user;
    this.realm = sender.realm;
    this.sessionId = sender.sessionId;
    this.caller = toCaller(sender, this.client, this.remoteAddress);
  }

  get lastEventId(): string | undefined {
    return this.request.get("Last-Event-ID") || undefined;
  }

  get isHead(): boolean {
    return this.request.method === "HEAD";
  }

  isStillSignedIn(): boolean | Promise<boolean> {
    return this.serverContext.isStillValid(this.request, signedIn(this.request));
  }

  get unread(): UnreadLimit {
    return this.serverContext.unread;
  }

  get quietStreams(): QuietStreams {
    return this.serverContext.quietStreams;
  }

  get files(): RequestFiles {
    return filesIn(this.request);
  }
}

/** The context of another program's request. */
export class ExpressWebhookContext extends ExpressSignedInContext implements WebhookContext {
  get body(): string | undefined {
    const { body } = this.request;
    return typeof body === "string" ? body : undefined;
  }

  readonly header = (name: string): string | undefined => this.request.get(name);
}

/** The context of a request that needs no account. */
export class ExpressSpectatorContext extends ExpressContext implements SpectatorContext {
  readonly signedIn: SignedInContext | undefined;
  readonly realm: RealmInfo;

  constructor(request: Request, serverContext: ServerContext) {
    super(request, serverContext);
    this.signedIn =
      request.user === undefined ? undefined : new ExpressSignedInContext(request, serverContext);
    // `authenticatedOrSpectator` set it.
    this.realm = (this.signedIn ?? (request as unknown as Spectating)).realm;
  }
}
