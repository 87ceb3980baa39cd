import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { Draft } from "../../domain/drafts/draft";
import type { MessageId, RealmId, UserId } from "../../domain/ids";
import type { Unread } from "../../domain/messages/unread";
import type { NarrowTerm } from "../../domain/narrow/narrow";
import { badNarrow, type NarrowError } from "../../domain/narrow/refusals";
import type { NavigationView } from "../../domain/navigation/navigation-view";
import { allowanceSharers } from "../../domain/policy/allowance";
import type { EventQueue } from "../../domain/queues/event-queue";
import { type IdleTimeout, idleSeconds } from "../../domain/queues/idle-timeout";
import type { ServerRun } from "../../domain/realm/server-run";
import type { Reminder } from "../../domain/reminders/reminder";
import type { ScheduledMessage } from "../../domain/scheduled-messages/scheduled-message";
import type { SavedSnippet } from "../../domain/snippets/saved-snippet";
import type { RealmState } from "../../domain/state/realm-state";
import { valuesOf } from "../../domain/state/values-of";
import type { UserTopic } from "../../domain/topics/topic-policy";
import type { User } from "../../domain/users/user";
import { type Caller, callerIn } from "../caller";
import { type ChannelMessages, readChannelMessages } from "../channel-activity/channel-activity";
import type { ChannelTraffic } from "../channel-activity/channel-traffic";
import type { RealmDirectory } from "../held-realms/realm-directory";
import { type NarrowInput, resolveNarrow } from "../messages/shared/resolve-narrow";
import type { EventQueueStore, QueueLimits } from "../ports/events/event-queue-store";
import type { RealmSnapshots, RealmView } from "../ports/events/realm-snapshots";
import type { DirectConversation } from "../ports/messages/direct-conversations";
import type { Clock } from "../ports/system/clock";
import type { RandomTokens } from "../ports/system/random-tokens";
import { type UserDataKind, userDataKinds } from "../ports/users/user-data-reader";
import type { LiveQueues } from "../queues/live-queues";
import { viewWithState } from "./view-with-state";

/** The parameters of a new queue. */
export interface QueueRequest extends Pick<EventQueue, "categories" | "allPublicChannels" | "presentation"> {
  readonly idleTimeout: IdleTimeout | undefined;
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

/** The caller's messages at the start of the queue. */
export interface MessageState {
  readonly newestMessageId: MessageId | undefined;
  readonly unread: Unread;
  readonly starred: readonly MessageId[];
  readonly directs: readonly {
    readonly conversation: DirectConversation;
    readonly newestMessageId: MessageId;
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

/** The message state of a user without messages. */
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

const noChannelMessages: ChannelMessages = {
  firstMessageIds: new Map(),
  newestSentAt: new Map(),
  counts: new Map(),
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
/**
 * Operators for event queues. Every message is compared with every queue of a node, so operators that search the text or
 * long lists would slow down everybody.
 */
const queueOperators: ReadonlySet<NarrowTerm["operator"]> = new Set([
  "channel",
  "topic",
  "sender",
  "id",
  "is-dm",
  "is-resolved",
  "flagged",
  "unread",
  "anything",
] as const);
/**
 * For one person, or for all bots of one owner. Only a program that registers repeatedly needs more. Each node holds
 * the narrows in memory and compares them with every message. A narrow to one topic has about a hundred bytes.
 */
const mostQueues: QueueLimits = { count: 1000, narrowBytes: 100_000 };

/** What a new queue begins with. */
type QueueBasis = Omit<QueueRegistered, "queue"> & Pick<EventQueue, "narrow">;

/** A new queue, with the state at the position where its events begin. */
export interface QueueRegistered {
  readonly queue: EventQueue;
  readonly state: RealmState;
  readonly user: User;
  readonly messageState: MessageState;
}

/**
 * Creates an event queue and reads the state that its events continue from: both at one log position, so that
 * no event is missed or repeated.
 */
export const registerQueue =
  (ports: Ports) =>
  (caller: Caller, request: QueueRequest): TaskEither<CallerError | NarrowError, QueueRegistered> =>
  async () => {
    const { queueStore, liveQueues, tokens, clock, run } = ports;
    const { realmId, userId } = caller;
    const found = await findBasis(ports, caller, request);
    if (E.isLeft(found)) return found;
    const { state, user, narrow, messageState } = found.right;
    const queue: EventQueue = {
      id: tokens.uuid(),
      userId,
      narrow,
      categories: request.categories,
      allPublicChannels: request.allPublicChannels,
      presentation: request.presentation,
      idleTimeoutSeconds: idleSeconds(request.idleTimeout),
      startsAfter: state.position,
      acknowledged: state.position,
      lastSeenAt: clock.now(),
      heardRunOf: run.startedAt,
      heardWebBuild: run.webBuild,
    };
    await queueStore.add(realmId, queue);
    await liveQueues.adopt(realmId, queue, state);
    liveQueues.dropAll(await queueStore.removeBeyond(realmId, allowanceSharers(state, userId), mostQueues));
    return E.right({ queue, state, user, messageState });
  };

const findBasis = async (
  { directory, snapshots, traffic, clock }: Ports,
  caller: Caller,
  request: QueueRequest,
): Promise<E.Either<CallerError | NarrowError, QueueBasis>> => {
  const { realmId, userId } = caller;
  const { fetch } = request;
  const begin = async (
    state: RealmState,
    read: () => Promise<MessageState>,
  ): Promise<E.Either<CallerError | NarrowError, QueueBasis>> => {
    const user = callerIn(state, caller);
    if (E.isLeft(user)) return user;
    const narrow = resolveNarrow(state, user.right, request.narrow, clock.now());
    if (E.isLeft(narrow)) return narrow;
    if (!narrow.right.every(({ operator }) => queueOperators.has(operator)))
      return E.left(badNarrow("no operator for an event queue"));
    return E.right({ state, user: user.right, narrow: narrow.right, messageState: await read() });
  };
  // A snapshot is only needed if something that is read must match the state.
  if (!Object.values(fetch).some((isFetched) => isFetched))
    return begin(await directory.newest(realmId), async () => ({
      ...noMessages,
      channels: noChannelMessages,
    }));
  const counts = fetch.channels ? await traffic.recentCounts(realmId) : noChannelMessages.counts;
  return viewWithState({ directory, snapshots }, realmId, (view, state) =>
    begin(state, async () => {
      const read = await readMessageState(view, realmId, userId, fetch);
      const channels = fetch.channels
        ? await readChannelMessages(view.messages, realmId, valuesOf(state.channels), clock.now())
        : noChannelMessages;
      return { ...read, channels: { ...channels, counts } };
    }),
  );
};

const readMessageState = async (
  { messages, readStates, directConversations, userData }: RealmView,
  realmId: RealmId,
  userId: UserId,
  fetch: QueueRequest["fetch"],
): Promise<Omit<MessageState, "channels">> => {
  const kinds = userDataKinds.filter((kind) => fetch[kind]);
  const storedKinds = kinds.length === 0 ? undefined : await userData.kindsOf(realmId, userId);
  const listIfStored = async <Item>(
    kind: UserDataKind,
    read: (realmId: RealmId, userId: UserId) => Promise<readonly Item[]>,
  ): Promise<readonly Item[]> => (fetch[kind] && storedKinds?.has(kind) ? read(realmId, userId) : []);
  return {
    newestMessageId: fetch.messages ? await messages.newestId(realmId, userId) : undefined,
    unread: fetch.unread ? await messages.unread(realmId, userId, unreadLimit) : noMessages.unread,
    starred: fetch.starred ? await readStates.withFlag(realmId, userId, "starred") : [],
    directs: fetch.directs ? await directConversations.recentOf(realmId, userId, directsLimit) : [],
    drafts: await listIfStored("drafts", userData.drafts),
    snippets: await listIfStored("snippets", userData.snippets),
    scheduled: await listIfStored("scheduled", userData.scheduled),
    reminders: await listIfStored("reminders", userData.reminders),
    navigationViews: await listIfStored("navigationViews", userData.navigationViews),
    seenSteps: await listIfStored("seenSteps", userData.seenSteps),
    userTopics: await listIfStored("topics", userData.topics),
    callProviders: await listIfStored("callProviders", userData.callProviders),
  };
};
