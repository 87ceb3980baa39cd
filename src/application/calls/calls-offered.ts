import type { CallService } from "../../domain/call-service";

/** What an organization can choose from. */
export interface CallsOffered {
  /** Those that the operator has configured. */
  readonly services: readonly CallService[];
  /** Where clients make Jitsi calls by themselves, unless their organization names another server. */
  readonly jitsiUrl: string;
}
