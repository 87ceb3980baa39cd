import type { MessageEvent } from "../../../domain/events/message-event";
import type { ConversationId, MessageId, RealmId } from "../../../domain/ids";
import type { LogStep } from "../../../domain/state/log-step";
import { foldCase } from "../../../domain/text/fold-case";
import type { LogFollower } from "../../held-realms/log-follower";
import type { RealmDirectory } from "../../held-realms/realm-directory";
import { nextTurn } from "../../next-turn";
import type { MessageReader } from "../../ports/messages/message-reader";
import type { Topic } from "../../ports/topics/topic-reader";
import { HeldLists } from "./held-lists";

interface Ports {
  readonly directory: Pick<RealmDirectory, "peek">;
  readonly messages: Pick<MessageReader, "topics">;
}

/** The topics of one channel. */
interface List {
  /** By folded name. Until they are loaded, only those of messages sent meanwhile. */
  topics: Map<string, Topic>;
  loading: Promise<void> | undefined;
  /** Newest first; undefined after a change. */
  listed: readonly Topic[] | undefined;
  /** Whether something happened that this list can't follow. */
  isSpoiled: boolean;
}

type Moved = Extract<MessageEvent, { type: "messages_moved" }>;

/** About twenty megabytes. */
const mostTopics = 100_000;
const foldedInATurn = 4000;

/**
 * The topics of channels in the realms in memory, newest first: reading them costs the database a step for each topic, and there may be
 * tens of thousands. They follow the log, and are read again only after the newest message of a topic was deleted or moved away. Like
 * the state, they may lack what another node has just committed.
 */
export class TopicLists implements LogFollower {
  private readonly held: HeldLists<List>;

  constructor(
    private readonly ports: Ports,
    most = mostTopics,
  ) {
    this.held = new HeldLists(most, ({ topics }) => topics.size);
  }

  /** All who ask before the next message share one list. */
  async of(realmId: RealmId, conversationId: ConversationId): Promise<readonly Topic[]> {
    const list = this.held.use(realmId, conversationId) ?? this.load(realmId, conversationId);
    await list?.loading;
    if (list === undefined || list.isSpoiled) return this.ports.messages.topics(realmId, conversationId);
    list.listed ??= newestFirst(list.topics.values());
    return list.listed;
  }

  follow(realmId: RealmId, { event }: LogStep): void {
    if (event.type === "message_sent") {
      const { id, conversation, topic } = event.message;
      this.note(realmId, conversation.id, topic, id);
    } else if (event.type === "messages_deleted")
      this.forgetIfNewest(realmId, event.conversation.id, event.messageIds);
    else if (event.type === "messages_moved") this.followMove(realmId, event);
    else if (event.type === "messages_restored") this.release(realmId);
  }

  passedOver(realmId: RealmId): void {
    this.release(realmId);
  }

  release(realmId: RealmId): void {
    for (const list of this.held.release(realmId)) list.isSpoiled = true;
  }

  private followMove(realmId: RealmId, { messageIds, from, to }: Moved): void {
    this.forgetIfNewest(realmId, from.conversation.id, messageIds);
    const newest = messageIds.at(-1);
    if (newest !== undefined) this.note(realmId, to.conversation.id, to.topic, newest);
  }

  /** A message is now in the topic. */
  private note(
    realmId: RealmId,
    conversationId: ConversationId,
    name: string,
    newestMessageId: MessageId,
  ): void {
    const list = this.held.peek(realmId, conversationId);
    if (list === undefined) return;
    const key = foldCase(name);
    const before = list.topics.get(key);
    if (before !== undefined && before.newestMessageId > newestMessageId) return;
    list.topics.set(key, { name, newestMessageId });
    list.listed = undefined;
    this.held.weigh(realmId, conversationId);
  }

  /** Messages left their topics, whose names and places depend on their newest messages. */
  private forgetIfNewest(
    realmId: RealmId,
    conversationId: ConversationId,
    messageIds: readonly MessageId[],
  ): void {
    const list = this.held.peek(realmId, conversationId);
    if (list === undefined) return;
    if (list.loading === undefined && !hasNewest(list.topics, new Set(messageIds))) return;
    list.isSpoiled = true;
    this.held.forget(realmId, conversationId);
  }

  /** Begins to load what is held from then on; undefined for a realm whose log this node doesn't follow. */
  private load(realmId: RealmId, conversationId: ConversationId): List | undefined {
    if (this.ports.directory.peek(realmId) === undefined) return undefined;
    const list: List = { topics: new Map(), loading: undefined, listed: undefined, isSpoiled: false };
    this.held.add(realmId, conversationId, list);
    list.loading = this.ports.messages
      .topics(realmId, conversationId)
      .then(async (read) => {
        const topics = await byFoldedName(read);
        addNewer(topics, list.topics);
        list.topics = topics;
        list.loading = undefined;
        list.listed = undefined;
        this.held.weigh(realmId, conversationId);
      })
      .catch((error) => {
        if (this.held.peek(realmId, conversationId) === list) this.held.forget(realmId, conversationId);
        throw error;
      });
    return list;
  }
}

const hasNewest = (topics: ReadonlyMap<string, Topic>, ids: ReadonlySet<MessageId>): boolean => {
  for (const { newestMessageId } of topics.values()) if (ids.has(newestMessageId)) return true;
  return false;
};

const newestFirst = (topics: Iterable<Topic>): readonly Topic[] =>
  [...topics].sort((one, other) => other.newestMessageId - one.newestMessageId);

/** Folding fifty thousand names takes thirty milliseconds, so others are served in between. */
const byFoldedName = async (topics: readonly Topic[]): Promise<Map<string, Topic>> => {
  const byName = new Map<string, Topic>();
  for (const topic of topics) {
    byName.set(foldCase(topic.name), topic);
    if (byName.size % foldedInATurn === 0) await nextTurn();
  }
  return byName;
};

/** Adds what has been sent since a read began, some of which it may have seen. */
const addNewer = (topics: Map<string, Topic>, sent: ReadonlyMap<string, Topic>): void => {
  for (const [key, topic] of sent)
    if (topic.newestMessageId > (topics.get(key)?.newestMessageId ?? 0)) topics.set(key, topic);
};
