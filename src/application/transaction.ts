import type { Either, Left } from "fp-ts/Either";
import type { AuditRecord } from "../domain/audit/audit-entry";
import type { CallerError } from "../domain/caller-refusals";
import type { Channel } from "../domain/channels/channel";
import type { RealmEvent } from "../domain/events/event";
import type { MessageId, UserId } from "../domain/ids";
import type { JobOrder } from "../domain/jobs/job";
import type { SecondFactor } from "../domain/second-factors/second-factor";
import type { RealmState } from "../domain/state/realm-state";
import type { User } from "../domain/users/user";
import type { Acting, Caller } from "./caller";
import type { EndedSession, IdKind, NumberedIds } from "./ports/events/event-store";
import type { AttachmentReader } from "./ports/files/attachment-reader";
import type { CredentialReader } from "./ports/login/credentials";
import type { DirectConversation, DirectConversations } from "./ports/messages/direct-conversations";
import type { MessageReader } from "./ports/messages/message-reader";
import type { ReadStateReader } from "./ports/messages/read-state-reader";
import type { UserDataReader } from "./ports/users/user-data-reader";

/** The readers that work may use outside its lane. */
export interface Readers {
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  /** Excludes the reader of newest messages: its answer changes with every send. */
  readonly directConversations: Pick<DirectConversations, "between" | "peopleIn">;
  readonly userData: UserDataReader;
  readonly attachments: AttachmentReader;
  readonly credentials: CredentialReader;
}

/**
 * Storage as a decision may read it inside the lane, where all changes wait for it: by index, and no more
 * rows than the question needs. There are no searches, and nothing that scans all messages of a topic or a
 * user.
 */
export interface LaneReaders {
  readonly messages: Pick<
    MessageReader,
    | "attachedSoFar"
    | "byIds"
    | "firstIds"
    | "hasNamedTopics"
    | "hasTopic"
    | "headsOf"
    | "inTopic"
    | "idsBefore"
    | "newestSentAt"
    | "ownReactions"
    | "reactionsSoFar"
    | "sentBefore"
    | "sentBy"
    | "unreadIds"
  >;
  readonly readStates: Omit<
    ReadStateReader,
    "flagsOfReaders" | "readersOf" | "receivedIn" | "statesAndFlagsOf"
  >;
  readonly directConversations: Readers["directConversations"];
  readonly userData: Pick<
    UserDataReader,
    | "callProviders"
    | "drafts"
    | "usageOf"
    | "navigationViews"
    | "reminders"
    | "scheduled"
    | "seenSteps"
    | "snippets"
    | "topicPolicy"
  > & {
    readonly topicPolicies: (
      ...asked: Required<Parameters<UserDataReader["topicPolicies"]>>
    ) => ReturnType<UserDataReader["topicPolicies"]>;
  };
  readonly attachments: Omit<AttachmentReader, "ofOwner">;
  readonly credentials: CredentialReader;
}

/** The author of a text. `server` is only for texts that quote nobody. */
export type TextWriter = User | "server";

/**
 * Users and channels that a text may mention even if its author can't see them yet, such as those created in the same
 * commit.
 */
export interface AlsoMentionable {
  readonly users?: readonly Pick<User, "id" | "fullName" | "isActive">[];
  readonly channels?: readonly Pick<Channel, "id" | "name">[];
}

/** Text rendered as HTML that is safe to display. */
export interface RenderedText {
  readonly html: string;
  readonly rendererVersion: number;
}

/**
 * The interface by which a use case decides. All reads, `state` included, show the realm as it was when the work began:
 * after all earlier work, before its own events.
 */
export interface Transaction extends LaneReaders {
  readonly state: RealmState;
  /** Unix milliseconds. */
  readonly now: number;
  /** The id of the next message. */
  readonly nextMessageId: MessageId;
  newMessageId(): MessageId;
  newId<Kind extends IdKind>(kind: Kind): NumberedIds[Kind];
  /** The conversation of exactly these users, which this work may itself have begun. */
  conversationBetween(participants: readonly UserId[]): Promise<DirectConversation | undefined>;
  /**
   * Renders a text other than a message: a description, a profile value, the server's own messages. It may mention only
   * users and channels that its writer may know, and those among `alsoMentionable`. Nobody waits for the renderer in the
   * lane: work that asks for an unrendered text runs again when it is rendered.
   */
  rendered(source: string, writer: TextWriter, alsoMentionable?: AlsoMentionable): RenderedText;
  /**
   * Runs a slow read outside the lane, some time between the beginning of the work and its commit. Until it
   * is done, `meanwhile` stands in for its result, and the work runs again afterwards. The key identifies the
   * read within the work. Decisions based on it must tolerate changes made since.
   */
  readOutside<A>(key: string, read: (readers: Readers) => Promise<A>, meanwhile: A): A;
  /** Appends the event to the decision. It is discarded if the work fails. */
  append(event: RealmEvent): void;
  /**
   * Enqueues or withdraws jobs with the commit, and never without it. Jobs that follow from events are enqueued
   * automatically.
   */
  enqueue(...jobs: readonly JobOrder[]): void;
  /** Adds an audit entry for something that isn't an event. Events add theirs automatically. */
  audit(record: AuditRecord): void;
  /** Attributes the rest of the work to this user, when the work itself determines who is acting. */
  actAs(userId: UserId): void;
  /** Sets a password with the commit, and ends the user's sessions. */
  setPasswordHash(userId: UserId, hash: string, keptSessionId?: string): void;
  /** Gives a user a second factor with the commit. */
  addFactor(userId: UserId, factor: SecondFactor): void;
  removeFactor(userId: UserId, factorId: string): void;
  /** Replaces the user's recovery codes, given by their hashes. */
  setRecoveryCodes(userId: UserId, hashes: readonly string[]): void;
  /** Ends a user's sessions with the commit: these, or all. */
  endSessions(userId: UserId, ended?: readonly EndedSession[]): void;
  /** Stores a sealed token for a video call provider; null removes it. */
  setCallToken(userId: UserId, provider: string, sealed: string | null): void;
}

/**
 * Runs work in the realm's lane and commits its decision. The work may run more than once, and share a commit
 * with other work, so it must touch nothing but the transaction. The audit log attributes it to `by`.
 */
export interface InTransaction {
  /** Refuses a caller whose session has ended. */
  <Outcome extends Either<unknown, unknown>>(
    by: Caller,
    work: (tx: Transaction) => Promise<Outcome>,
  ): Promise<Outcome | Left<CallerError>>;
  <Outcome extends Either<unknown, unknown>>(
    by: Acting,
    work: (tx: Transaction) => Promise<Outcome>,
  ): Promise<Outcome>;
}
