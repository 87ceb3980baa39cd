import type { Either } from "fp-ts/Either";
import type { CallService } from "../../domain/call-service";

export interface CallWanted {
  readonly caller: { readonly id: number; readonly email: string; readonly fullName: string };
  /** What the call is about, for providers that show it. */
  readonly title: string;
  /** Whether cameras are on at first. */
  readonly isVideo: boolean;
  /** A server that the organization names instead of the operator's: of Jitsi only. */
  readonly ownServer: string | null;
  /** The caller's own at the provider, if they have given it. */
  readonly token: string | undefined;
}

interface CallMade {
  /** Whoever has it can join. */
  readonly url: string;
  /** The caller's token from now on, where the provider gave a new one. */
  readonly token?: string;
}

/** Why a provider made no call. */
export type CallFailure =
  /** The caller has to sign on at the provider, again. */
  | { readonly kind: "no_token" }
  /** The provider knows nobody of the caller's address. */
  | { readonly kind: "unknown_user" }
  /** The provider refuses what this server or the caller identifies with. */
  | { readonly kind: "credentials" }
  | { readonly kind: "unreachable"; readonly reason: string }
  | { readonly kind: "refused_signature" }
  | { readonly kind: "unexpected"; readonly status: string }
  | { readonly kind: "failed" };

/** How people let this server make calls in their name: OAuth's code flow. */
export interface CallSignOn {
  /** Where they agree to it; `state` comes back with the code. */
  agreeAt(state: string, redirectUri: string): string;
  /** What a code stands for: the token to keep. */
  redeem(code: string, redirectUri: string): Promise<Either<CallFailure, string>>;
}

/** Meetings that are begun on the provider's server when somebody joins. */
interface CallMeetings {
  /** Where the user goes to be in the meeting; undefined for what isn't one of ours. */
  join(
    ticket: string,
    user: { readonly id: number; readonly fullName: string },
  ): Promise<Either<CallFailure, string> | undefined>;
}

/** Makes video calls at one service that the operator has configured. */
export interface CallProvider {
  readonly service: CallService;
  create(wanted: CallWanted): Promise<Either<CallFailure, CallMade>>;
  readonly signOn?: CallSignOn;
  readonly meetings?: CallMeetings;
}
