import type { RealmEvent } from "../../domain/event";
import type { JobOrder, NewJob } from "../../domain/job";
import { type Conversation, participantsKey } from "../../domain/message";
import type { RealmState } from "../../domain/realm-state";
import { applyWithUndo } from "../../domain/state/apply";
import type { LogStep } from "../../domain/state/log-step";
import { jobsFollowing } from "../jobs/jobs-following";
import type { DirectConversation } from "../ports/direct-conversations";
import type { IdKind, RealmHead, RecordedEvent, SecretChange } from "../ports/event-store";
import type { Readers, Transaction } from "../transaction";
import { disturbedReaders } from "./disturbed-readers";

/** What one piece of work decides: nothing is written before its batch commits. */
export class Decision implements Transaction {
  events: RecordedEvent[] = [];
  steps: LogStep[] = [];
  jobs: JobOrder[] = [];
  secrets: SecretChange[] = [];
  /** After what was appended so far. */
  stateAfter: RealmState;
  private position: number;
  private messageId: number;
  private ids: Partial<Record<IdKind, number>>;
  private readonly disturbed = new Set<keyof Readers>();
  /** Conversations by who takes part. */
  private readonly begun = new Map<string, DirectConversation>();

  readonly messages: Readers["messages"];
  readonly readStates: Readers["readStates"];
  readonly directConversations: Readers["directConversations"];
  readonly personal: Readers["personal"];
  readonly attachments: Readers["attachments"];
  readonly credentials: Readers["credentials"];

  constructor(
    private readonly begunAt: RealmHead,
    readonly state: RealmState,
    readers: Readers,
    readonly now: number,
  ) {
    this.messages = readers.messages;
    this.readStates = readers.readStates;
    this.directConversations = readers.directConversations;
    this.personal = readers.personal;
    this.attachments = readers.attachments;
    this.credentials = readers.credentials;
    this.stateAfter = state;
    this.position = begunAt.position;
    this.messageId = begunAt.messageId;
    this.ids = begunAt.ids;
  }

  get head(): RealmHead {
    return { position: this.position, messageId: this.messageId, ids: this.ids };
  }

  get nextMessageId(): number {
    return this.messageId + 1;
  }

  newMessageId(): number {
    this.messageId += 1;
    return this.messageId;
  }

  newId(kind: IdKind): number {
    const id = (this.ids[kind] ?? 0) + 1;
    this.ids = { ...this.ids, [kind]: id };
    return id;
  }

  append(event: RealmEvent): void {
    const before = this.stateAfter;
    const { after, undo } = applyWithUndo(before, event);
    this.position += 1;
    const { position } = this;
    this.events.push({ position, event, undo });
    this.steps.push({ position, before, event, after });
    this.stateAfter = after;
    this.jobs.push(...jobsFollowing(event, after, this.now));
    for (const reader of disturbedReaders(event)) this.disturbed.add(reader);
    if (event.type === "message_sent" && event.beginsConversation) this.begin(event.message.conversation);
  }

  async conversationBetween(participants: readonly number[]): Promise<DirectConversation | undefined> {
    const begun = this.begun.get(participantsKey(participants));
    return begun ?? this.directConversations.between(this.state.realm.id, participants);
  }

  enqueue(...jobs: readonly NewJob[]): void {
    this.jobs.push(...jobs);
  }

  setPasswordHash(userId: number, hash: string): void {
    this.secrets.push({ kind: "password", userId, hash });
    this.disturbed.add("credentials");
  }

  setCallToken(userId: number, provider: string, sealed: string | null): void {
    this.secrets.push({ kind: "call_token", userId, provider, sealed });
    this.disturbed.add("credentials").add("personal");
  }

  private begin(conversation: Conversation): void {
    if (conversation.kind === "direct")
      this.begun.set(participantsKey(conversation.participants), conversation);
  }

  /** Whether the reader would answer otherwise after the commit. */
  disturbs(reader: keyof Readers): boolean {
    return this.disturbed.has(reader);
  }

  /** Takes everything back, for work that was refused in the end. */
  withdraw(): void {
    this.events = [];
    this.steps = [];
    this.jobs = [];
    this.secrets = [];
    this.stateAfter = this.state;
    this.position = this.begunAt.position;
    this.messageId = this.begunAt.messageId;
    this.ids = this.begunAt.ids;
    this.disturbed.clear();
    this.begun.clear();
  }
}
