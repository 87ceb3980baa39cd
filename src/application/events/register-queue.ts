import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { NarrowTerm } from "../../domain/narrow/narrow";
import { badNarrow, type NarrowError } from "../../domain/narrow/refusals";
import { allowanceSharers } from "../../domain/policy/allowance";
import type { EventQueue } from "../../domain/queues/event-queue";
import { type IdleTimeout, idleSeconds } from "../../domain/queues/idle-timeout";
import type { ServerRun } from "../../domain/realm/server-run";
import type { RealmState } from "../../domain/state/realm-state";
import type { User } from "../../domain/users/user";
import { type Caller, callerIn } from "../caller";
import { type ChannelMessages, channelMessagesOf } from "../channel-activity/channel-activity";
import type { ChannelTraffic } from "../channel-activity/channel-traffic";
import type { KnownMessageSpans } from "../channel-activity/known-message-spans";
import type { RealmDirectory } from "../held-realms/realm-directory";
import { type NarrowInput, resolveNarrow } from "../messages/shared/resolve-narrow";
import type { EventQueueStore, QueueLimits } from "../ports/events/event-queue-store";
import type { SnapshotRequest, UserSnapshot, UserSnapshots } from "../ports/events/user-snapshots";
import type { Clock } from "../ports/system/clock";
import type { RandomTokens } from "../ports/system/random-tokens";
import type { LiveQueues } from "../queues/live-queues";
import { snapshotWithState } from "./snapshot-with-state";

/** The parameters of a new queue. */
export interface QueueRequest extends Pick<EventQueue, "categories" | "allPublicChannels" | "presentation"> {
  readonly idleTimeout: IdleTimeout | undefined;
  readonly narrow: readonly NarrowInput[];
  readonly fetch: SnapshotRequest["parts"];
  /** Whether to return channels' first messages, the times of their newest ones, and their traffic. */
  readonly withChannels: boolean;
}

/** What belongs to the caller at the start of the queue. */
type OwnMessages = Omit<UserSnapshot, "position">;

/** The messages at the start of the queue, as the caller sees them. */
export interface MessageState extends OwnMessages {
  readonly channels: ChannelMessages;
}

/** The message state of a user without messages. */
export const noMessages: OwnMessages = {
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
  readonly userSnapshots: UserSnapshots;
  readonly queueStore: EventQueueStore;
  readonly liveQueues: LiveQueues;
  readonly messageSpans: KnownMessageSpans;
  readonly traffic: ChannelTraffic;
  readonly tokens: RandomTokens;
  readonly clock: Clock;
  readonly run: ServerRun;
}

const mostUnread = 50_000;
const mostDirects = 1000;
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
interface QueueBasis extends Pick<EventQueue, "narrow"> {
  readonly state: RealmState;
  readonly user: User;
  readonly own: OwnMessages;
}

/** A new queue, with the state at the position where its events begin. */
export interface QueueRegistered {
  readonly queue: EventQueue;
  readonly state: RealmState;
  readonly user: User;
  readonly messageState: MessageState;
}

/**
 * Creates an event queue and reads the state that its events continue from: both at one log position, so that
 * no event is missed or repeated. Only what it returns of channels' messages may be newer.
 */
export const registerQueue =
  (ports: Ports) =>
  (caller: Caller, request: QueueRequest): TaskEither<CallerError | NarrowError, QueueRegistered> =>
  async () => {
    const { queueStore, liveQueues, tokens, clock, run } = ports;
    const { realmId, userId } = caller;
    const found = await findBasis(ports, caller, request);
    if (E.isLeft(found)) return found;
    const { state, user, narrow, own } = found.right;
    const channels = request.withChannels ? await channelMessagesOf(ports, state) : noChannelMessages;
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
    const gone = await queueStore.add(realmId, queue, allowanceSharers(state, userId), mostQueues);
    await liveQueues.adopt(realmId, queue, state);
    liveQueues.end(realmId, gone);
    return E.right({ queue, state, user, messageState: { ...own, channels } });
  };

const findBasis = async (
  ports: Ports,
  caller: Caller,
  request: QueueRequest,
): Promise<E.Either<CallerError | NarrowError, QueueBasis>> => {
  const { directory, userSnapshots, clock } = ports;
  const { realmId, userId } = caller;
  const { fetch } = request;
  const admit = (
    state: RealmState,
  ): E.Either<CallerError | NarrowError, Pick<QueueBasis, "user" | "narrow">> =>
    pipe(
      E.Do,
      E.apSW("user", callerIn(state, caller)),
      E.bindW("narrow", ({ user }) => resolveNarrow(state, user, request.narrow, clock.now())),
      E.filterOrElseW(
        ({ narrow }) => narrow.every(({ operator }) => queueOperators.has(operator)),
        () => badNarrow("no operator for an event queue"),
      ),
    );
  // A snapshot is only needed if something that is read must match the state.
  if (!Object.values(fetch).some((isFetched) => isFetched)) {
    const state = await directory.newest(realmId);
    return pipe(
      admit(state),
      E.map((admitted) => ({ ...admitted, state, own: noMessages })),
    );
  }
  // A refusal costs no snapshot. The state here may be behind other nodes.
  const known = await directory.stateOf(realmId);
  const early = admit(known);
  if (E.isLeft(early)) {
    const refused = admit(await directory.newest(realmId));
    if (E.isLeft(refused)) return refused;
  }
  const { state, snapshot } = await snapshotWithState(directory, realmId, async () => {
    const snapshot = await userSnapshots.read(realmId, userId, { parts: fetch, mostUnread, mostDirects });
    const state = await directory.at(realmId, snapshot.position);
    return state && { snapshot, state };
  });
  return pipe(
    state === known ? early : admit(state),
    E.map((admitted) => ({ ...admitted, state, own: snapshot })),
  );
};
