import type { Request } from "express";
import type { Caller } from "../../application/caller";
import type { User } from "../../domain/user";
import type { Authentication, BrowserCredentials, SignedIn } from "./authentication";
import {
  clientName,
  type GivenFiles,
  type RealmFacts,
  type RequestContext,
  type ServerFacts,
  type SignedInContext,
  type SpectatorContext,
  type WebhookContext,
} from "./request-context";
import { filesIn } from "./request-files";
import type { Spectating } from "./spectators";

/** What does not depend on the request. */
export interface Around {
  readonly server: ServerFacts;
  readonly startSession: BrowserCredentials["startSession"];
  readonly isStill: Authentication["isStill"];
}

/** What is known of a request, read from it when it is asked for. */
export class RequestGiven implements RequestContext {
  constructor(
    protected readonly request: Request,
    protected readonly around: Around,
  ) {}

  get server(): ServerFacts {
    return this.around.server;
  }

  get host(): string {
    return this.request.hostname;
  }

  get client(): string {
    return clientName(this.request.headers["user-agent"]);
  }

  get remoteAddress(): string {
    return this.request.ip ?? "";
  }

  get idempotencyKey(): string | undefined {
    return this.request.get("Idempotency-Key");
  }

  startSession(token: string): void {
    const { request } = this;
    if (request.res) this.around.startSession(request, request.res, token);
  }

  whenGone(forget: () => void): void {
    this.request.res?.once("close", forget);
  }
}

/** A request of somebody whom authentication has found. */
export class SignedInGiven extends RequestGiven implements SignedInContext {
  readonly caller: Caller;
  readonly user: User;
  readonly realm: RealmFacts;
  readonly sessionId: string | undefined;

  constructor(request: Request, around: Around) {
    super(request, around);
    const { user, realm, sessionId } = request.user as unknown as SignedIn;
    this.user = user;
    this.realm = realm;
    this.sessionId = sessionId;
    this.caller = {
      realmId: realm.id,
      userId: user.id,
      client: this.client,
      // Few use cases look at it, and behind proxies it takes some reading.
      get remoteAddress() {
        return request.ip ?? "";
      },
    };
  }

  get lastEventId(): string | undefined {
    return this.request.get("Last-Event-ID");
  }

  isStillSignedIn(): boolean | Promise<boolean> {
    return this.around.isStill(this.request, this.request.user as unknown as SignedIn);
  }

  get files(): GivenFiles {
    return filesIn(this.request);
  }
}

/** A request of another program. */
export class WebhookGiven extends SignedInGiven implements WebhookContext {
  get body(): string | undefined {
    const { body } = this.request;
    return typeof body === "string" ? body : undefined;
  }

  readonly header = (name: string): string | undefined => this.request.get(name);
}

/** A request that needs no account. */
export class SpectatorGiven extends RequestGiven implements SpectatorContext {
  readonly signedIn: SignedInContext | undefined;
  readonly realm: RealmFacts;

  constructor(request: Request, around: Around) {
    super(request, around);
    this.signedIn = request.user === undefined ? undefined : new SignedInGiven(request, around);
    this.realm = (this.signedIn ?? (request as unknown as Spectating)).realm;
  }
}
