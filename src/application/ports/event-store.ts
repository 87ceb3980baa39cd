import type { Either } from "fp-ts/Either";
import type { AuditEntry } from "../../domain/audit/audit-entry";
import type { LoggedEvent } from "../../domain/event";
import type { JobOrder } from "../../domain/job";
import type { Realm } from "../../domain/realm";
import type { SecondFactor } from "../../domain/second-factor";
import type { StateChange } from "../../domain/state/state-change";

/** What has ids of its own in a realm, counted from 1. */
export type IdKind =
  | "user"
  | "group"
  | "channel"
  | "channel_folder"
  | "default_channel_group"
  | "conversation"
  | "profile_field"
  | "linkifier"
  | "playground"
  | "submessage"
  | "domain"
  | "invitation"
  | "draft"
  | "snippet"
  | "attachment"
  | "emoji"
  | "scheduled_message"
  | "reminder"
  | "client_device";

/** The end of a realm's log, and the last ids given out. */
export interface RealmHead {
  readonly position: number;
  readonly messageId: number;
  readonly ids: Readonly<Partial<Record<IdKind, number>>>;
}

/** An event with what leads from the state after it back to the one before. */
export interface RecordedEvent extends LoggedEvent {
  /** Empty for an event that leaves the state as it is. */
  readonly undo: readonly StateChange[];
}

/** Secrets are written beside the events and never part of one. */
export type SecretChange =
  /** Ends the user's sessions too. */
  | {
      readonly kind: "password";
      readonly userId: number;
      readonly hash: string;
      /** How many passwords before this one are remembered; the others are forgotten. None unless it is told. */
      readonly remembers?: number;
    }
  | { readonly kind: "factor_added"; readonly userId: number; readonly factor: SecondFactor }
  | { readonly kind: "factor_removed"; readonly userId: number; readonly factorId: string }
  /** In the place of all that the user has. */
  | { readonly kind: "recovery_codes"; readonly userId: number; readonly hashes: readonly string[] }
  | { readonly kind: "sessions_ended"; readonly userId: number }
  /** Null removes it. */
  | {
      readonly kind: "call_token";
      readonly userId: number;
      readonly provider: string;
      readonly sealed: string | null;
    };

/** Everything that one commit writes: all of it or nothing. */
export interface Commit {
  /** At consecutive positions, the first right after the one that was decided on. */
  readonly events: readonly RecordedEvent[];
  /** The realm's head afterwards. */
  readonly head: RealmHead;
  readonly secrets: readonly SecretChange[];
  /** What the audit log gets, in this order. */
  readonly audit: readonly AuditEntry[];
  /** What is to be done once it stands, carried out in this order. */
  readonly jobs: readonly JobOrder[];
}

/** The realm is no longer where the decision was made: nothing was written, decide again. */
export interface Moved {
  readonly _tag: "Moved";
}

/** Storage refused the rows, as where two have one key: nothing was written. */
export interface Refused {
  readonly _tag: "Refused";
  readonly error: unknown;
}

/** A chance to commit, at the head that decisions are to be made on. It must be used or given back. */
export interface Turn {
  readonly head: RealmHead;
  /**
   * Writes the commit if the realm is still at the turn's head; one without anything in it only finds that out. Ends
   * the turn. Rejects where storage can't be reached: whether it was written is not known then.
   */
  append(commit: Commit): Promise<Either<Moved | Refused, void>>;
  /** Ends the turn with nothing written. */
  giveBack(): Promise<void>;
}

/**
 * The only writer of realms. Every change of a realm moves its head, so a decision made at a head is sound exactly if
 * the head is still the same when it commits. That also puts message ids in commit order.
 */
export interface EventStore {
  /**
   * Opens a turn at the realm's head, at `seen` or later: a position that is known to be committed. Where nodes compete
   * for a realm the store may have them wait for each other here. Rejects where there is no such realm.
   */
  begin(realmId: number, seen: number): Promise<Turn>;
  /**
   * Brings a realm into being with its first commit. Rejects where the subdomain is taken.
   * @returns the realm as `draft` made it of its new id.
   */
  found(draft: (id: number) => Realm, commit: (realm: Realm) => Commit): Promise<Realm>;
}
