import type { Either } from "fp-ts/Either";
import type { CallService } from "../../../domain/calls/call-service";
import type { UserId } from "../../../domain/ids";

export interface CallRequest {
  readonly caller: { readonly id: UserId; readonly email: string; readonly fullName: string };
  /** The call's subject, for providers that display it. */
  readonly title: string;
  /** Whether cameras start switched on. */
  readonly isVideo: boolean;
  /** The organization's own Jitsi server, instead of the operator's. */
  readonly ownServer: string | null;
  /** The caller's token at the provider, if the caller has signed on there. */
  readonly token: string | undefined;
}

interface CallMade {
  /** Anyone with it can join. */
  readonly url: string;
  /** The caller's new token, if the provider issued one. */
  readonly token?: string;
}

/** Why a provider created no call. */
export type CallFailure =
  /** The caller must sign on at the provider (again). */
  | { readonly kind: "no_token" }
  /** The provider has no user with the caller's address. */
  | { readonly kind: "unknown_user" }
  /** The provider refuses the credentials of this server or of the caller. */
  | { readonly kind: "credentials" }
  | { readonly kind: "unreachable"; readonly reason: string }
  | { readonly kind: "refused_signature" }
  | { readonly kind: "unexpected"; readonly status: string }
  | { readonly kind: "failed" };

/** How users authorize this server to create calls for them: OAuth's code flow. */
export interface CallSignOn {
  /** The URL of the provider's consent page; `state` comes back with the code. */
  agreeAt(state: string, redirectUri: string): string;
  /** Exchanges a code for the token to store. */
  redeem(code: string, redirectUri: string): Promise<Either<CallFailure, string>>;
}

/** Meetings that start on the provider's server when the first user joins. */
interface CallMeetings {
  /** The URL by which the user joins the meeting; undefined for a meeting of another server. */
  join(
    ticket: string,
    user: { readonly id: UserId; readonly fullName: string },
  ): Promise<Either<CallFailure, string> | undefined>;
}

/** Creates video calls at one configured service. */
export interface CallProvider {
  readonly service: CallService;
  create(request: CallRequest): Promise<Either<CallFailure, CallMade>>;
  readonly signOn?: CallSignOn;
  readonly meetings?: CallMeetings;
}
