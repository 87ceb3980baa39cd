import type { EventsFetched } from "../../../application/events/await-events";
import { seesEveryone } from "../../../domain/policy/user-access";
import { endIdOf, mayEndAt, type QueueItem, stateOfItem } from "../../../domain/queues/event-queue";
import type { LogStep } from "../../../domain/state/log-step";
import type { RealmState } from "../../../domain/state/realm-state";
import { answerableId, type User } from "../../../domain/users/user";
import type { EventReader } from "../encode/event-reader";
import { type Presentation, presentationOf } from "../encode/presentation";
import type { EncodedJson } from "../json";
import type { RealmInfo, ServerInfo } from "../server-info";
import { type EncodedEvent, listOf } from "./encoded-event";
import { inSlices, type Steps } from "./encoding-slices";
import { encodeEvent } from "./event";
import type { EncodingStep } from "./shared-entries";
import { encodeSignal } from "./signal";

/**
 * Characters after which an answer ends. A poll has far fewer characters of events, but one event can become thousands of entries.
 */
const enoughText = 8_000_000;
/** Events after which an answer ends if each changed the people a limited guest sees, which takes milliseconds to find out. */
const enoughViews = 25;

const changesView = ({ event }: LogStep, { state, user, now }: EventReader): boolean =>
  (event.type === "subscribed" || event.type === "unsubscribed") && !seesEveryone(state, user, now);

/** What the encoding needs to know about the request. */
interface PollContext {
  readonly realm: RealmInfo;
  readonly server: ServerInfo;
  readonly isGone: boolean;
  now(): number;
}

type Fetched = readonly [fetched: EventsFetched, context: PollContext, topicLinks: EventReader["topicLinks"]];

/** The result of a poll, encoded for the queue's client: later if that takes long, so that others are served in between. */
export const encodeFetchedEvents = (
  ...[fetched, context, topicLinks]: Fetched
): readonly EncodedEvent[] | Promise<readonly EncodedEvent[]> => {
  const { queue, items } = fetched;
  const [first] = items;
  const reader = first && stateOfItem(first).users.get(queue.userId);
  // Bots take their owner's slices.
  const requester = reader ? answerableId(reader) : queue.userId;
  return inSlices(`${context.realm.id} ${requester}`, new FetchedEncoding(fetched, context, topicLinks));
};

/** The encoding of a poll's items. A step begins an item, or encodes one of its entries or a part of a long one. */
class FetchedEncoding implements Steps<readonly EncodedEvent[]> {
  result: EncodedEvent[] = [];
  private readonly presentation: Presentation;
  private readonly now: number;
  private reader: EventReader | undefined;
  private itemsBegun = 0;
  /** The remaining entries of the item begun last. */
  private entries: Iterator<EncodingStep> | undefined;
  /** Characters encoded so far. */
  length = 0;
  private views = 0;

  constructor(
    private readonly fetched: EventsFetched,
    private readonly context: PollContext,
    private readonly topicLinks: EventReader["topicLinks"],
  ) {
    this.presentation = presentationOf(fetched.queue.presentation);
    this.now = context.now();
  }

  step(): boolean {
    if (this.entries === undefined) return this.beginItem();
    const next = this.entries.next();
    if (next.done || (this.isLong && mayEndAt(this.result.at(-1)?.id ?? 0))) this.entries = undefined;
    else if (next.value !== undefined) {
      this.result.push(next.value);
      this.length += next.value.text.length;
    }
    return false;
  }

  restart(): void {
    this.result = [];
    this.itemsBegun = 0;
    this.entries = undefined;
    this.length = 0;
    this.views = 0;
  }

  private get isLong(): boolean {
    return this.length >= enoughText;
  }

  private beginItem(): boolean {
    const { queue, items } = this.fetched;
    const item = items[this.itemsBegun];
    // The client's next request fetches the rest, starting after the last event sent here.
    const isEnough = this.isLong || this.views >= enoughViews;
    // Nobody reads the rest. Others' slices came in between, so the client may have left by now.
    if (item === undefined || isEnough || this.context.isGone) {
      this.end(items[this.itemsBegun - 1]);
      return true;
    }
    this.itemsBegun += 1;
    const state = stateOfItem(item);
    const user = state.users.get(queue.userId);
    if (user === undefined) return false;
    const reader = this.readerOf(state, user);
    const isSignal = "signal" in item;
    if (!isSignal && changesView(item, reader)) this.views += 1;
    const entries = isSignal ? [encodeSignal(item, reader)] : encodeEvent(item, reader, this.fetched.afterId);
    this.entries = entries[Symbol.iterator]();
    return false;
  }

  /** Consecutive items usually share a state. */
  private readerOf(state: RealmState, user: User): EventReader {
    if (this.reader?.state === state) return this.reader;
    const { fetched, context, topicLinks, presentation, now } = this;
    const { queue, flags, userTopics } = fetched;
    const { realm, server } = context;
    const { offeredLogins } = server;
    const { clientGravatar } = presentation;
    this.reader = {
      queue,
      offeredLogins,
      presentation,
      realm,
      topicLinks,
      flags,
      userTopics,
      clientGravatar,
      now,
      state,
      user,
    };
    return this.reader;
  }

  /** Advances the client's position even if nothing was sent. */
  private end(last: QueueItem | undefined): void {
    const isQuiet = last !== undefined && this.result.length === 0;
    const id = isQuiet ? endIdOf(last) : this.fetched.heartbeatId;
    if (id !== undefined) this.result.push({ id, text: `{"type":"heartbeat","id":${id}}` });
  }
}

/** `encodeFetchedEvents` as a JSON array. All queues that receive the same events share it. */
export const encodeFetchedAsJson = (...fetched: Fetched): EncodedJson | Promise<EncodedJson> => {
  const events = encodeFetchedEvents(...fetched);
  return events instanceof Promise ? events.then((all) => listOf(all).json) : listOf(events).json;
};
