import type { CallService } from "../../domain/calls/call-service";

/** The providers of video calls that an organization can choose from. */
export interface CallsOffered {
  /** Providers that the operator configured. */
  readonly services: readonly CallService[];
  /** The Jitsi server that clients use for calls that they make themselves, unless the organization names its own. */
  readonly jitsiUrl: string;
}
