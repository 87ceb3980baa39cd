import type { RealmEvent } from "../../domain/events/event";
import type { ConversationId, MessageId, RealmId } from "../../domain/ids";
import type { Message } from "../../domain/messages/message";
import { IdMap } from "../../domain/state/id-map";
import type { LogStep } from "../../domain/state/log-step";
import type { RealmState } from "../../domain/state/realm-state";
import { valuesOf } from "../../domain/state/values-of";
import type { LogFollower } from "../held-realms/log-follower";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { MessageReader } from "../ports/messages/message-reader";

/** Where channels' messages begin and end, by conversation id. */
export interface MessageSpans {
  readonly firstMessageIds: ReadonlyMap<ConversationId, MessageId>;
  /** Unix seconds. */
  readonly newestSentAt: ReadonlyMap<ConversationId, number>;
}

interface Ports {
  readonly directory: Pick<RealmDirectory, "peek">;
  readonly messages: Pick<MessageReader, "firstIds" | "newestSentAt">;
}

interface KeptSpans extends MessageSpans {
  readonly firstMessageIds: IdMap<ConversationId, MessageId>;
  readonly newestSentAt: IdMap<ConversationId, number>;
}

interface Held {
  /** Until they are loaded, only of messages sent meanwhile. */
  spans: KeptSpans;
  loading: Promise<void> | undefined;
}

const noSpans: KeptSpans = { firstMessageIds: IdMap.empty(), newestSentAt: IdMap.empty() };

/**
 * The first message of each channel, and the time of its newest one, for the realms in memory. Every registration needs them, and a
 * message that is sent changes them little. When messages leave a channel or come back to it, the realm's spans are read again. Like
 * the state, they may lack what another node has just committed.
 */
export class KnownMessageSpans implements LogFollower {
  private readonly realms = new Map<RealmId, Held>();

  constructor(private readonly ports: Ports) {}

  /** The spans of all channels in a state that this node has or had: as they were in that state, or later. */
  async of(state: RealmState): Promise<MessageSpans> {
    const realmId = state.realm.id;
    const held = this.realms.get(realmId) ?? this.load(realmId);
    await held?.loading;
    // Messages that left a channel meanwhile have made this node forget what it knew.
    return held !== undefined && this.realms.get(realmId) === held ? held.spans : this.read(state);
  }

  follow(realmId: RealmId, { event }: LogStep): void {
    if (event.type === "message_sent") {
      const held = this.realms.get(realmId);
      if (held && event.message.conversation.kind === "channel")
        held.spans = withMessage(held.spans, event.message);
    } else if (movesSpans(event)) this.realms.delete(realmId);
  }

  passedOver(realmId: RealmId): void {
    this.realms.delete(realmId);
  }

  release(realmId: RealmId): void {
    this.realms.delete(realmId);
  }

  /** Begins to load what is held from then on; undefined for a realm whose log this node doesn't follow. */
  private load(realmId: RealmId): Held | undefined {
    const newest = this.ports.directory.peek(realmId);
    if (newest === undefined) return undefined;
    const held: Held = { spans: noSpans, loading: undefined };
    this.realms.set(realmId, held);
    held.loading = this.read(newest)
      .then((read) => {
        held.spans = later(read, held.spans);
        held.loading = undefined;
      })
      .catch((error) => {
        if (this.realms.get(realmId) === held) this.realms.delete(realmId);
        throw error;
      });
    return held;
  }

  private async read({ realm, channels }: RealmState): Promise<KeptSpans> {
    const { messages } = this.ports;
    const conversations = valuesOf(channels).map(({ conversationId }) => conversationId);
    const [firstMessageIds, newestSentAt] = await Promise.all([
      messages.firstIds(realm.id, conversations),
      messages.newestSentAt(realm.id, conversations),
    ]);
    return { firstMessageIds: IdMap.of(firstMessageIds), newestSentAt: IdMap.of(newestSentAt) };
  }
}

/** Whether messages left a channel or came back to it. */
const movesSpans = (event: RealmEvent): boolean =>
  event.type === "messages_restored" ||
  (event.type === "messages_deleted" && event.conversation.kind === "channel") ||
  (event.type === "messages_moved" && event.from.conversation.id !== event.to.conversation.id);

const withMessage = (
  { firstMessageIds, newestSentAt }: KeptSpans,
  { id, conversation, sentAt }: Pick<Message, "id" | "conversation" | "sentAt">,
): KeptSpans => ({
  firstMessageIds: firstMessageIds.has(conversation.id)
    ? firstMessageIds
    : firstMessageIds.with(conversation.id, id),
  newestSentAt: newestSentAt.with(conversation.id, sentAt),
});

/** What was read, and what has been sent since the read began, some of which it may have seen. */
const later = (read: KeptSpans, sent: KeptSpans): KeptSpans => ({
  firstMessageIds: read.firstMessageIds.changed(
    [...sent.firstMessageIds].filter(([conversationId]) => !read.firstMessageIds.has(conversationId)),
  ),
  newestSentAt: read.newestSentAt.changed(sent.newestSentAt),
});
