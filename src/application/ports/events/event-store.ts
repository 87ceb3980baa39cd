import type { Either } from "fp-ts/Either";
import type { AuditEntry } from "../../../domain/audit/audit-entry";
import type { LoggedEvent } from "../../../domain/events/event";
import type {
  AttachmentId,
  ChannelId,
  ConversationId,
  DefaultChannelGroupId,
  DeviceId,
  DomainId,
  DraftId,
  EmojiId,
  FolderId,
  GroupId,
  InvitationId,
  LinkifierId,
  MessageId,
  PlaygroundId,
  ProfileFieldId,
  RealmId,
  ReminderId,
  ScheduledMessageId,
  SnippetId,
  SubmessageId,
  UserId,
} from "../../../domain/ids";
import type { JobOrder } from "../../../domain/jobs/job";
import type { Realm } from "../../../domain/realm/realm";
import type { SecondFactor } from "../../../domain/second-factors/second-factor";
import type { StateChange } from "../../../domain/state/state-change";
import type { Session } from "../login/session-store";

/** Ids of what is numbered within a realm, from 1. */
export interface NumberedIds {
  readonly user: UserId;
  readonly group: GroupId;
  readonly channel: ChannelId;
  readonly channel_folder: FolderId;
  readonly default_channel_group: DefaultChannelGroupId;
  readonly conversation: ConversationId;
  readonly profile_field: ProfileFieldId;
  readonly linkifier: LinkifierId;
  readonly playground: PlaygroundId;
  readonly submessage: SubmessageId;
  readonly domain: DomainId;
  readonly invitation: InvitationId;
  readonly draft: DraftId;
  readonly snippet: SnippetId;
  readonly attachment: AttachmentId;
  readonly emoji: EmojiId;
  readonly scheduled_message: ScheduledMessageId;
  readonly reminder: ReminderId;
  readonly client_device: DeviceId;
}
export type IdKind = keyof NumberedIds;

/** The end of a realm's log, and the last ids allocated. */
export interface RealmHead {
  readonly position: number;
  readonly messageId: MessageId;
  readonly ids: Partial<NumberedIds>;
}

/** An event with the changes that revert the state to the one before it. */
export interface RecordedEvent extends LoggedEvent {
  /** Empty for an event that doesn't change the state. */
  readonly undo: readonly StateChange[];
}

/** A session that ends; the browser is for the audit log. */
export type EndedSession = Pick<Session, "id" | "browser">;

/** Changes of secrets. They are written along with the events, but are never part of one. */
export type SecretChange =
  /** Also ends the user's sessions, except one that is kept. */
  | {
      readonly kind: "password";
      readonly userId: UserId;
      readonly hash: string;
      /** How many previous passwords to remember; older ones are deleted. Absent means none. */
      readonly remembers?: number;
      readonly keptSessionId?: string;
    }
  | { readonly kind: "factor_added"; readonly userId: UserId; readonly factor: SecondFactor }
  | { readonly kind: "factor_removed"; readonly userId: UserId; readonly factorId: string }
  /** Replaces all of the user's codes. */
  | { readonly kind: "recovery_codes"; readonly userId: UserId; readonly hashes: readonly string[] }
  /** Ends these sessions of the user, or all. */
  | { readonly kind: "sessions_ended"; readonly userId: UserId; readonly ended?: readonly EndedSession[] }
  /** Null removes it. */
  | {
      readonly kind: "call_token";
      readonly userId: UserId;
      readonly provider: string;
      readonly sealed: string | null;
    };

/** Everything that one commit writes, atomically. */
export interface Commit {
  /** At consecutive positions, starting right after the one that the decision was based on. */
  readonly events: readonly RecordedEvent[];
  /** The realm's head after the commit. */
  readonly head: RealmHead;
  readonly secrets: readonly SecretChange[];
  /** Entries for the audit log, in order. */
  readonly audit: readonly AuditEntry[];
  /** Jobs to enqueue or withdraw, in order. */
  readonly jobs: readonly JobOrder[];
}

/** The realm has moved since the decision: nothing was written, decide again. */
export interface Moved {
  readonly kind: "moved";
}

/** Storage refused the rows, for example because of a duplicate key: nothing was written. */
export interface Refused {
  readonly kind: "refused";
  readonly error: unknown;
}

/** A commit's place in the realm's order, with the head to base its decisions on. It must be used or released. */
export interface CommitSlot {
  readonly head: RealmHead;
  /**
   * Writes the commit if the realm is still at the slot's head; an empty commit only checks that. Uses up the
   * slot. Rejects if storage is unreachable: whether the commit was written is unknown then.
   */
  append(commit: Commit): Promise<Either<Moved | Refused, void>>;
  /** Gives the slot up without writing. */
  release(): Promise<void>;
}

/**
 * The only writer of realms. Every change of a realm moves its head, so a decision made at a head is valid
 * exactly if the head is unchanged when it commits. That also puts message ids in commit order.
 */
export interface EventStore {
  /**
   * Opens a slot at the realm's head, at `seen` (a committed position) or later. Where nodes compete for a
   * realm the store may let them wait for each other here. Rejects for an unknown realm.
   */
  begin(realmId: RealmId, seen: number): Promise<CommitSlot>;
  /**
   * Creates a realm with its first commit. @returns the realm that `draft` built for the new id; undefined if its subdomain is
   * taken, and then writes nothing.
   */
  create(draft: (id: RealmId) => Realm, commit: (realm: Realm) => Commit): Promise<Realm | undefined>;
}
