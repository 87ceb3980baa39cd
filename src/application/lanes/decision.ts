import type { AuditActor, AuditEntry, AuditRecord } from "../../domain/audit/audit-entry";
import { auditEvent } from "../../domain/audit/audit-event";
import { boundedEntry } from "../../domain/audit/audit-values";
import type { RealmEvent } from "../../domain/events/event";
import { weightOf } from "../../domain/events/event-weight";
import type { MessageId, UserId } from "../../domain/ids";
import type { JobOrder } from "../../domain/jobs/job";
import { type Conversation, participantsKey } from "../../domain/messages/message";
import type { SecondFactor } from "../../domain/second-factors/second-factor";
import { applyWithUndo } from "../../domain/state/apply";
import type { LogStep } from "../../domain/state/log-step";
import type { RealmState } from "../../domain/state/realm-state";
import type { Acting } from "../caller";
import { jobsFollowing } from "../job-kinds/jobs-following";
import type {
  EndedSession,
  IdKind,
  NumberedIds,
  RealmHead,
  RecordedEvent,
  SecretChange,
} from "../ports/events/event-store";
import type { DirectConversation } from "../ports/messages/direct-conversations";
import type {
  AlsoMentionable,
  LaneReaders,
  Readers,
  RenderedText,
  TextWriter,
  Transaction,
} from "../transaction";
import { ChangeSet, type ReadDependency } from "./change-set";
import { changedData } from "./changed-data";
import type { LanePorts } from "./lane-ports";
import type { PreparedContent } from "./prepared-content";
import { renderedText } from "./rendered-text";
import { auditSecret } from "./secret-audit";

const actorOf = ({ userId, client, remoteAddress }: Acting): AuditActor => ({
  userId,
  client,
  address: remoteAddress || null,
});

/** The decision of one piece of work: nothing is written before its batch commits. */
export class Decision implements Transaction {
  events: RecordedEvent[] = [];
  steps: LogStep[] = [];
  jobs: JobOrder[] = [];
  secrets: SecretChange[] = [];
  entries: AuditEntry[] = [];
  /** Roughly how many rows it writes, plus one for the decision itself. */
  weight = 1;
  readonly now: number;
  /** The state after everything appended so far. */
  stateAfter: RealmState;
  private position: number;
  private messageId: MessageId;
  private ids: Partial<NumberedIds>;
  private actor: AuditActor;
  private readonly changed = new ChangeSet();
  /** New conversations by their participants. */
  private readonly begun = new Map<string, DirectConversation>();

  readonly messages: LaneReaders["messages"];
  readonly readStates: LaneReaders["readStates"];
  readonly directConversations: LaneReaders["directConversations"];
  readonly userData: LaneReaders["userData"];
  readonly attachments: LaneReaders["attachments"];
  readonly credentials: LaneReaders["credentials"];

  constructor(
    private readonly begunAt: RealmHead,
    readonly state: RealmState,
    readers: LaneReaders,
    private readonly content: PreparedContent,
    private readonly ports: LanePorts,
    private readonly by: Acting,
  ) {
    this.now = ports.clock.now();
    this.messages = readers.messages;
    this.readStates = readers.readStates;
    this.directConversations = readers.directConversations;
    this.userData = readers.userData;
    this.attachments = readers.attachments;
    this.credentials = readers.credentials;
    this.stateAfter = state;
    this.position = begunAt.position;
    this.messageId = begunAt.messageId;
    this.ids = begunAt.ids;
    this.actor = actorOf(by);
  }

  get head(): RealmHead {
    return { position: this.position, messageId: this.messageId, ids: this.ids };
  }

  get nextMessageId(): MessageId {
    return this.messageId + 1;
  }

  newMessageId(): MessageId {
    this.messageId += 1;
    return this.messageId;
  }

  newId<Kind extends IdKind>(kind: Kind): NumberedIds[Kind] {
    const id = (this.ids[kind] ?? 0) + 1;
    this.ids = { ...this.ids, [kind]: id };
    return id;
  }

  append(event: RealmEvent): void {
    if (event.type === "message_sent" && event.beginsConversation) this.begin(event.message.conversation);
    // This run decides nothing, so applying ten thousand subscriptions to its state would be wasted.
    if (this.content.isMissing) return;
    const before = this.stateAfter;
    const { after, undo } = applyWithUndo(before, event);
    this.position += 1;
    const { position } = this;
    this.events.push({ position, event, undo });
    this.steps.push({ position, before, event, after });
    this.stateAfter = after;
    this.weight += weightOf(event, before);
    this.jobs.push(...jobsFollowing(event, after, this.now));
    this.entries.push(...auditEvent(event, { before, actor: this.actor }));
    for (const changed of changedData(event)) this.changed.add(changed);
  }

  async conversationBetween(participants: readonly UserId[]): Promise<DirectConversation | undefined> {
    const begun = this.begun.get(participantsKey(participants));
    return begun ?? this.directConversations.between(this.state.realm.id, participants);
  }

  rendered(source: string, writer: TextWriter, alsoMentionable: AlsoMentionable = {}): RenderedText {
    const writing = { state: this.state, writer, now: this.now };
    return this.content.get(renderedText(this.ports.renderer, writing, source, alsoMentionable));
  }

  readOutside<A>(key: string, read: (readers: Readers) => Promise<A>, meanwhile: A): A {
    const { ports } = this;
    return this.content.get({ key, make: () => read(ports), meanwhile, isDispensable: false });
  }

  audit(record: AuditRecord): void {
    this.entries.push(boundedEntry({ ...record, actor: this.actor }));
  }

  actAs(userId: UserId): void {
    this.actor = { ...this.actor, userId };
  }

  enqueue(...jobs: readonly JobOrder[]): void {
    this.jobs.push(...jobs);
  }

  setPasswordHash(userId: UserId, hash: string, keptSessionId?: string): void {
    const { passwordHistory } = this.state.realm.settings;
    const remembers = Math.max(0, passwordHistory - 1);
    this.setSecret({
      kind: "password",
      userId,
      hash,
      remembers,
      ...(keptSessionId !== undefined && { keptSessionId }),
    });
  }

  addFactor(userId: UserId, factor: SecondFactor): void {
    this.setSecret({ kind: "factor_added", userId, factor });
  }

  removeFactor(userId: UserId, factorId: string): void {
    this.setSecret({ kind: "factor_removed", userId, factorId });
  }

  setRecoveryCodes(userId: UserId, hashes: readonly string[]): void {
    this.setSecret({ kind: "recovery_codes", userId, hashes });
  }

  endSessions(userId: UserId, ended?: readonly EndedSession[]): void {
    this.setSecret({ kind: "sessions_ended", userId, ...(ended && { ended }) });
  }

  setCallToken(userId: UserId, provider: string, sealed: string | null): void {
    this.setSecret({ kind: "call_token", userId, provider, sealed });
    this.changed.add({ kind: "userData", users: [userId] });
  }

  /**
   * Ends work that succeeded. Secrets alone would leave the realm's head where it is, and another node could still commit
   * what it decided by an ended session.
   */
  complete(): void {
    if (this.events.length > 0) return;
    for (const userId of new Set(this.secrets.map((secret) => secret.userId)))
      this.append({ type: "secrets_changed", userId });
  }

  private setSecret(secret: SecretChange): void {
    this.secrets.push(secret);
    for (const one of auditSecret(secret)) this.audit(one);
    this.changed.add({ kind: "credentials", users: [secret.userId] });
  }

  private begin(conversation: Conversation): void {
    if (conversation.kind === "direct")
      this.begun.set(participantsKey(conversation.participants), conversation);
  }

  /** Whether the answer to a read may change with the commit. */
  changes(read: readonly ReadDependency[]): boolean {
    return this.changed.meet(read);
  }

  /** Discards everything, for work that was refused in the end or runs again. */
  withdraw(): void {
    this.events = [];
    this.steps = [];
    this.jobs = [];
    this.secrets = [];
    this.entries = [];
    this.weight = 1;
    this.actor = actorOf(this.by);
    this.stateAfter = this.state;
    this.position = this.begunAt.position;
    this.messageId = this.begunAt.messageId;
    this.ids = this.begunAt.ids;
    this.changed.clear();
    this.begun.clear();
  }
}
