import type { ConversationId, RealmId } from "../../../domain/ids";
import type { LogStep } from "../../../domain/state/log-step";
import { foldCase } from "../../../domain/text/fold-case";
import type { LogFollower } from "../../held-realms/log-follower";
import type { RealmDirectory } from "../../held-realms/realm-directory";
import type { MessageReader } from "../../ports/messages/message-reader";

interface Ports {
  readonly directory: Pick<RealmDirectory, "peek">;
  readonly messages: Pick<MessageReader, "hasTopic">;
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
    const known = this.knownIn(realmId);
    if (known?.has(key)) return true;
    const found = await this.ports.messages.hasTopic(realmId, conversationId, topic);
    // If messages left a topic meanwhile, it may have been this one, and the set is no longer the realm's.
    if (found && known !== undefined && this.realms.get(realmId) === known) add(known, key);
    return found;
  }

  follow(realmId: RealmId, { event }: LogStep): void {
    if (event.type === "message_sent") {
      const { conversation, topic } = event.message;
      const known = conversation.kind === "channel" ? this.knownIn(realmId) : undefined;
      if (known !== undefined) add(known, keyOf(conversation.id, topic));
    } else if (event.type === "messages_deleted" || event.type === "messages_moved")
      this.realms.delete(realmId);
  }

  passedOver(realmId: RealmId): void {
    this.realms.delete(realmId);
  }

  release(realmId: RealmId): void {
    this.realms.delete(realmId);
  }

  /** Undefined for a realm whose log this node doesn't follow. */
  private knownIn(realmId: RealmId): Set<string> | undefined {
    const known = this.realms.get(realmId);
    if (known !== undefined || this.ports.directory.peek(realmId) === undefined) return known;
    const empty = new Set<string>();
    this.realms.set(realmId, empty);
    return empty;
  }
}

const add = (known: Set<string>, key: string): void => {
  if (known.size === cacheLimit) known.clear();
  known.add(key);
};
