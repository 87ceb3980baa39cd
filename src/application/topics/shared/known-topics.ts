import type { ConversationId, RealmId } from "../../../domain/ids";
import type { LogStep } from "../../../domain/state/log-step";
import { foldCase } from "../../../domain/text/fold-case";
import type { LogFollower } from "../../held-realms/log-follower";
import type { MessageReader } from "../../ports/messages/message-reader";

interface Ports {
  readonly messages: MessageReader;
}

/** Cached topics per realm. */
const cacheLimit = 10_000;

const keyOf = (conversationId: ConversationId, topic: string): string =>
  `${conversationId} ${foldCase(topic)}`;

/**
 * A cache of topics that have messages, so that most sends don't query storage. It follows the log, and forgets a
 * realm's topics when messages leave one.
 */
export class KnownTopics implements LogFollower {
  private readonly realms = new Map<RealmId, Set<string>>();

  constructor(private readonly ports: Ports) {}

  /** Whether the topic has a message. */
  async has(realmId: RealmId, conversationId: ConversationId, topic: string): Promise<boolean> {
    const key = keyOf(conversationId, topic);
    if (this.realms.get(realmId)?.has(key)) return true;
    const found = await this.ports.messages.hasTopic(realmId, conversationId, topic);
    if (found) this.add(realmId, key);
    return found;
  }

  follow(realmId: RealmId, { event }: LogStep): void {
    if (event.type === "message_sent") {
      const { conversation, topic } = event.message;
      if (conversation.kind === "channel") this.add(realmId, keyOf(conversation.id, topic));
    } else if (event.type === "messages_deleted" || event.type === "messages_moved")
      this.realms.delete(realmId);
  }

  passedOver(realmId: RealmId): void {
    this.realms.delete(realmId);
  }

  release(realmId: RealmId): void {
    this.realms.delete(realmId);
  }

  private add(realmId: RealmId, key: string): void {
    const known = this.realms.get(realmId) ?? new Set();
    if (known.size === cacheLimit) known.clear();
    known.add(key);
    this.realms.set(realmId, known);
  }
}
