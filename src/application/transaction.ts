import type { AuditRecord } from "../domain/audit/audit-entry";
import type { Channel } from "../domain/channel";
import type { RealmEvent } from "../domain/event";
import type { NewJob } from "../domain/job";
import type { RealmState } from "../domain/realm-state";
import type { SecondFactor } from "../domain/second-factor";
import type { User } from "../domain/user";
import type { Acting, Result } from "./caller";
import type { AttachmentReader } from "./ports/attachment-reader";
import type { CredentialReader } from "./ports/credentials";
import type { DirectConversation, DirectConversations } from "./ports/direct-conversations";
import type { IdKind } from "./ports/event-store";
import type { MessageReader } from "./ports/message-reader";
import type { PersonalReader } from "./ports/personal-reader";
import type { ReadStateReader } from "./ports/read-state-reader";

/** Storage as work reads it outside of its lane. */
export interface Readers {
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  /** Without their newest messages, which change with every send. */
  readonly directConversations: Pick<DirectConversations, "between" | "peopleIn">;
  readonly personal: PersonalReader;
  readonly attachments: AttachmentReader;
  readonly credentials: CredentialReader;
}

/**
 * Storage as a decision reads it in the lane, where everybody's changes wait for it: by an index, and as many rows as the
 * question allows. There are no searches, and nothing that goes through all messages of a topic or a user.
 */
interface LaneReaders {
  readonly messages: Pick<
    MessageReader,
    | "byIds"
    | "firstIds"
    | "hasNamedTopics"
    | "hasTopic"
    | "headsOf"
    | "inTopic"
    | "newestSentAt"
    | "sentBefore"
    | "sentBy"
    | "unreadIds"
  >;
  readonly readStates: Omit<ReadStateReader, "marked" | "readersOf">;
  readonly directConversations: Readers["directConversations"];
  readonly personal: Pick<
    PersonalReader,
    | "callProviders"
    | "drafts"
    | "held"
    | "navigationViews"
    | "reminders"
    | "scheduled"
    | "seenSteps"
    | "snippets"
    | "topicPolicy"
  > & {
    readonly topicPolicies: (
      ...asked: Required<Parameters<PersonalReader["topicPolicies"]>>
    ) => ReturnType<PersonalReader["topicPolicies"]>;
  };
  readonly attachments: Omit<AttachmentReader, "ofOwner">;
  readonly credentials: CredentialReader;
}

/** What comes with a text in one commit, so that the text can name it already. */
export interface Newcomers {
  readonly users?: readonly Pick<User, "id" | "fullName" | "isActive">[];
  readonly channels?: readonly Pick<Channel, "id" | "name">[];
}

/** A text as HTML that is safe to show. */
export interface RenderedText {
  readonly html: string;
  readonly rendererVersion: number;
}

/**
 * What a use case decides with. Everything it reads, `state` as well as storage, is as it was when the work began: with
 * the events of all earlier work, and without its own.
 */
export interface Transaction extends LaneReaders {
  readonly state: RealmState;
  /** Unix milliseconds. */
  readonly now: number;
  /** The id that the next message will get. */
  readonly nextMessageId: number;
  newMessageId(): number;
  newId(kind: IdKind): number;
  /** The conversation between exactly these people, which this work itself may have begun. */
  conversationBetween(participants: readonly number[]): Promise<DirectConversation | undefined>;
  /**
   * A text beside messages as HTML: a description, what people tell of themselves, the server's own words. It may name
   * everyone, and who and what comes with it. Nobody waits for the renderer in the lane: work that asks for a text that
   * isn't rendered yet runs again when it is.
   */
  rendered(source: string, newcomers?: Newcomers): RenderedText;
  /**
   * What takes long to read. It is read outside of the lane, at some moment between the work's beginning and its commit;
   * until it is known, `meanwhile` stands for it, and the work runs again afterwards. The key tells it apart from what else
   * the work reads so. Whoever decides on it must bear that others went on since.
   */
  readOutside<A>(key: string, read: (readers: Readers) => Promise<A>, meanwhile: A): A;
  /** Decides on the event. Nothing comes of it if the work fails. */
  append(event: RealmEvent): void;
  /** Has work done after the commit, and never without it. What follows from events is enqueued with them. */
  enqueue(...jobs: readonly NewJob[]): void;
  /** Adds to the audit log what is no event. Events add to it by themselves. */
  audit(record: AuditRecord): void;
  /** What follows is done by this user, whom the work has found out to be the one who acts. */
  actAs(userId: number): void;
  /** Sets a password with the commit, and ends the user's sessions. */
  setPasswordHash(userId: number, hash: string): void;
  /** Gives a user a second factor with the commit. */
  addFactor(userId: number, factor: SecondFactor): void;
  removeFactor(userId: number, factorId: string): void;
  /** Gives a user recovery codes, by their hashes, in the place of those that they have. */
  setRecoveryCodes(userId: number, hashes: readonly string[]): void;
  /** Ends all of a user's sessions with the commit. */
  endSessions(userId: number): void;
  /** Keeps a sealed token of a provider of video calls, or removes it with null. */
  setCallToken(userId: number, provider: string, sealed: string | null): void;
}

/**
 * Runs work in the realm's lane and commits what it decided. The work may run more than once, and along with others in
 * one commit, so it must touch nothing but the transaction. The audit log says that `by` did it.
 */
export type InTransaction = <A>(by: Acting, work: (tx: Transaction) => Result<A>) => Result<A>;
