import { isLeft, left, right } from "fp-ts/Either";
import type { Draft } from "../../domain/draft";
import { badNarrow } from "../../domain/errors";
import type { EventQueue } from "../../domain/event-queue";
import type { NavigationView } from "../../domain/navigation-view";
import type { RealmState } from "../../domain/realm-state";
import type { Reminder } from "../../domain/reminder";
import type { SavedSnippet } from "../../domain/saved-snippet";
import type { ScheduledMessage } from "../../domain/scheduled-message";
import type { ServerRun } from "../../domain/server-run";
import { valuesOf } from "../../domain/state/values-of";
import type { UserTopic } from "../../domain/topic-policy";
import type { Unread } from "../../domain/unread";
import type { User } from "../../domain/user";
import { type Caller, callerIn, type Result } from "../caller";
import type { ChannelMessages } from "../channels/channel-activity";
import type { ChannelTraffic } from "../channels/channel-traffic";
import { type NarrowInput, resolveNarrow } from "../messages/narrow-input";
import type { Clock } from "../ports/clock";
import type { DirectConversation } from "../ports/direct-conversations";
import type { EventQueueStore } from "../ports/event-queue-store";
import { type PersonalKind, personalKinds } from "../ports/personal-reader";
import type { RandomTokens } from "../ports/random-tokens";
import type { RealmSnapshots, RealmView } from "../ports/realm-snapshots";
import type { RealmDirectory } from "../realm-directory";
import type { LiveQueues } from "./live-queues";
import { viewWithState } from "./view-with-state";

/** A queue that a client asks for. */
export interface QueueWanted
  extends Pick<EventQueue, "categories" | "allPublicChannels" | "presentation" | "idleTimeoutSeconds"> {
  readonly narrow: readonly NarrowInput[];
  /** The parts of the message state to fetch: each costs a query. */
  readonly fetch: {
    readonly messages: boolean;
    readonly unread: boolean;
    readonly starred: boolean;
    readonly directs: boolean;
    readonly channels: boolean;
    readonly drafts: boolean;
    readonly snippets: boolean;
    readonly scheduled: boolean;
    readonly reminders: boolean;
    readonly navigationViews: boolean;
    readonly seenSteps: boolean;
    readonly topics: boolean;
    readonly callProviders: boolean;
  };
}

/** What the caller has of messages when the queue begins. */
export interface MessageState {
  readonly newestMessageId: number | undefined;
  readonly unread: Unread;
  readonly starred: readonly number[];
  readonly directs: readonly {
    readonly conversation: DirectConversation;
    readonly newestMessageId: number;
  }[];
  readonly channels: ChannelMessages;
  readonly drafts: readonly Draft[];
  readonly snippets: readonly SavedSnippet[];
  readonly scheduled: readonly ScheduledMessage[];
  readonly reminders: readonly Reminder[];
  readonly navigationViews: readonly NavigationView[];
  readonly seenSteps: readonly string[];
  readonly userTopics: readonly UserTopic[];
  readonly callProviders: readonly string[];
}

/** What somebody has who has no messages, and keeps nothing. */
export const noMessages: Omit<MessageState, "channels"> = {
  newestMessageId: undefined,
  unread: { topics: [], isCut: false },
  starred: [],
  directs: [],
  drafts: [],
  snippets: [],
  scheduled: [],
  reminders: [],
  navigationViews: [],
  seenSteps: [],
  userTopics: [],
  callProviders: [],
};

interface Ports {
  readonly directory: RealmDirectory;
  readonly snapshots: RealmSnapshots;
  readonly queueStore: EventQueueStore;
  readonly liveQueues: LiveQueues;
  readonly traffic: ChannelTraffic;
  readonly tokens: RandomTokens;
  readonly clock: Clock;
  readonly run: ServerRun;
}

const unreadLimit = 50_000;
const directsLimit = 1000;

/** A queue, and everything at the position from which its events go on. */
export interface QueueRegistered {
  readonly queue: EventQueue;
  readonly state: RealmState;
  readonly user: User;
  readonly messageState: MessageState;
}

/**
 * Makes an event queue, and finds the state from which its events go on: both at one position of the log, so that no
 * event is missed or comes twice.
 */
export const registerQueue =
  ({ directory, snapshots, queueStore, liveQueues, traffic, tokens, clock, run }: Ports) =>
  (caller: Caller, wanted: QueueWanted): Result<QueueRegistered> =>
  async () => {
    const { realmId, userId } = caller;
    const counts = wanted.fetch.channels ? await traffic.of(realmId) : new Map<number, number>();
    const found = await viewWithState({ directory, snapshots }, realmId, async (view, state) => {
      const user = callerIn(state, caller);
      if (isLeft(user)) return user;
      const narrow = resolveNarrow(state, user.right, wanted.narrow, clock.now());
      if (isLeft(narrow)) return narrow;
      if (narrow.right.some(({ operator }) => operator === "followed" || operator === "muted"))
        return left(badNarrow("no operator for an event queue"));
      const conversationIds = valuesOf(state.channels).map(({ conversationId }) => conversationId);
      const read = await readMessageState(view, realmId, userId, wanted.fetch, conversationIds);
      const messageState = { ...read, channels: { ...read.channels, counts } };
      return right({ state, user: user.right, narrow: narrow.right, messageState });
    });
    if (isLeft(found)) return found;
    const { state, user, narrow, messageState } = found.right;
    const queue: EventQueue = {
      id: tokens.uuid(),
      userId,
      narrow,
      categories: wanted.categories,
      allPublicChannels: wanted.allPublicChannels,
      presentation: wanted.presentation,
      idleTimeoutSeconds: wanted.idleTimeoutSeconds,
      startsAfter: state.position,
      acknowledged: state.position,
      lastSeenAt: clock.now(),
      heardRunOf: run.startedAt,
      heardWebBuild: run.webBuild,
    };
    await queueStore.add(realmId, queue);
    await liveQueues.adopt(realmId, queue, state);
    return right({ queue, state, user, messageState });
  };

const readMessageState = async (
  { messages, readStates, directConversations, personal }: RealmView,
  realmId: number,
  userId: number,
  fetch: QueueWanted["fetch"],
  conversationIds: readonly number[],
): Promise<Omit<MessageState, "channels"> & { readonly channels: Omit<ChannelMessages, "counts"> }> => {
  const wanted = personalKinds.filter((kind) => fetch[kind]);
  const kept = wanted.length === 0 ? undefined : await personal.kindsOf(realmId, userId);
  const own = async <Item>(
    kind: PersonalKind,
    read: (realmId: number, userId: number) => Promise<readonly Item[]>,
  ): Promise<readonly Item[]> => (fetch[kind] && kept?.has(kind) ? read(realmId, userId) : []);
  return {
    newestMessageId: fetch.messages ? await messages.newestId(realmId, userId) : undefined,
    unread: fetch.unread ? await messages.unread(realmId, userId, unreadLimit) : noMessages.unread,
    starred: fetch.starred ? await readStates.marked(realmId, userId, "starred") : [],
    directs: fetch.directs ? await directConversations.recentOf(realmId, userId, directsLimit) : [],
    drafts: await own("drafts", personal.drafts),
    snippets: await own("snippets", personal.snippets),
    scheduled: await own("scheduled", personal.scheduled),
    reminders: await own("reminders", personal.reminders),
    navigationViews: await own("navigationViews", personal.navigationViews),
    seenSteps: await own("seenSteps", personal.seenSteps),
    userTopics: await own("topics", personal.topics),
    callProviders: await own("callProviders", personal.callProviders),
    channels: {
      firstMessageIds: fetch.channels ? await messages.firstIds(realmId, conversationIds) : new Map(),
      newestSentAt: fetch.channels ? await messages.newestSentAt(realmId, conversationIds) : new Map(),
    },
  };
};
