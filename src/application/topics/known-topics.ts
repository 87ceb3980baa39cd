import { foldCase } from "../../domain/fold-case";
import type { LogStep } from "../../domain/state/log-step";
import type { LogFollower } from "../log-follower";
import type { MessageReader } from "../ports/message-reader";

interface Ports {
  readonly messages: MessageReader;
}

const mostARealm = 10_000;

const keyOf = (conversationId: number, topic: string): string => `${conversationId} ${foldCase(topic)}`;

/**
 * Topics that are known to have messages, so that not every send has to ask. Follows the log: whatever takes
 * messages out of a topic makes it forget.
 */
export class KnownTopics implements LogFollower {
  private readonly realms = new Map<number, Set<string>>();

  constructor(private readonly ports: Ports) {}

  /** Whether there is a message in the topic. */
  async has(realmId: number, conversationId: number, topic: string): Promise<boolean> {
    const key = keyOf(conversationId, topic);
    if (this.realms.get(realmId)?.has(key)) return true;
    const found = await this.ports.messages.hasTopic(realmId, conversationId, topic);
    if (found) this.add(realmId, key);
    return found;
  }

  follow(realmId: number, { event }: LogStep): void {
    if (event.type === "message_sent") {
      const { conversation, topic } = event.message;
      if (conversation.kind === "channel") this.add(realmId, keyOf(conversation.id, topic));
    } else if (event.type === "messages_deleted" || event.type === "messages_moved")
      this.realms.delete(realmId);
  }

  passedOver(realmId: number): void {
    this.realms.delete(realmId);
  }

  release(realmId: number): void {
    this.realms.delete(realmId);
  }

  private add(realmId: number, key: string): void {
    const known = this.realms.get(realmId) ?? new Set();
    if (known.size === mostARealm) known.clear();
    known.add(key);
    this.realms.set(realmId, known);
  }
}
