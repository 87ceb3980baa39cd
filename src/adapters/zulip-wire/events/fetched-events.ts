import type { EventsFetched } from "../../../application/events/await-events";
import { seesEveryone } from "../../../domain/policy/user-access";
import { endIdOf, mayEndAt, stateOfItem } from "../../../domain/queues/event-queue";
import type { LogStep } from "../../../domain/state/log-step";
import { answerableId } from "../../../domain/users/user";
import type { EventReader } from "../encode/event-reader";
import { presentationOf } from "../encode/presentation";
import { EncodedJson } from "../json";
import type { RealmInfo, ServerInfo } from "../server-info";
import { inSlices } from "./encoding-slices";
import { type EncodedEvent, encodeEvent } from "./event";
import { encodeSignal } from "./signal";

/**
 * Characters after which an answer ends. A poll has far fewer characters of events, but one event can become thousands of entries.
 */
const enoughText = 8_000_000;
/** Events after which an answer ends if each changed the people a limited guest sees, which takes milliseconds to find out. */
const enoughViews = 25;

const changesView = ({ event }: LogStep, { state, user, now }: EventReader): boolean =>
  (event.type === "subscribed" || event.type === "unsubscribed") && !seesEveryone(state, user, now);

type Fetched = readonly [
  fetched: EventsFetched,
  context: {
    readonly realm: RealmInfo;
    readonly server: ServerInfo;
    readonly isGone: boolean;
    now(): number;
  },
  topicLinks: EventReader["topicLinks"],
];

/** The result of a poll, encoded for the queue's client: later if that takes long, so that others are served in between. */
export const encodeFetchedEvents = (
  ...fetched: Fetched
): readonly EncodedEvent[] | Promise<readonly EncodedEvent[]> => {
  const [{ queue, items }, { realm }] = fetched;
  const [first] = items;
  const reader = first && stateOfItem(first).users.get(queue.userId);
  // Bots take their owner's slices.
  const requester = reader ? answerableId(reader) : queue.userId;
  return inSlices(`${realm.id} ${requester}`, encodeInSteps(...fetched));
};

function* encodeInSteps(
  ...[{ queue, afterId, items, heartbeatId, flags, userTopics }, context, topicLinks]: Fetched
): Generator<void, readonly EncodedEvent[]> {
  const presentation = presentationOf(queue.presentation);
  const { clientGravatar } = presentation;
  const { realm, server } = context;
  const { offeredLogins } = server;
  const now = context.now();
  let reader: EventReader | undefined;
  const written: EncodedEvent[] = [];
  let length = 0;
  let views = 0;
  let last: (typeof items)[number] | undefined;
  for (const item of items) {
    // Nobody reads the rest. Others' slices came in between, so the client may have left by now.
    if (context.isGone) break;
    // The client's next request fetches the rest, starting after the last event sent here.
    if (length >= enoughText || views >= enoughViews) break;
    last = item;
    const state = stateOfItem(item);
    const user = state.users.get(queue.userId);
    if (user === undefined) continue;
    if (reader?.state !== state)
      reader = {
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
    const entries = "signal" in item ? [encodeSignal(item, reader)] : encodeEvent(item, reader, afterId);
    if (!("signal" in item) && changesView(item, reader)) views += 1;
    for (const entry of entries) {
      if (length >= enoughText && mayEndAt(written.at(-1)?.id ?? 0)) break;
      written.push(entry);
      length += entry.text.length;
      yield;
    }
    yield;
  }
  // Advances the client's position even if nothing was sent.
  const quietId = last !== undefined && written.length === 0 ? endIdOf(last) : heartbeatId;
  if (quietId !== undefined) written.push({ id: quietId, text: `{"type":"heartbeat","id":${quietId}}` });
  return written;
}

/** Lists that queues received lately, the latest first: the next queue often receives the same. */
const recentLists: { readonly entries: readonly EncodedEvent[]; readonly list: EncodedJson }[] = [];
const mostRecentLists = 8;
/** Characters of a list that is worth remembering. */
const mostRememberedText = 256 * 1024;

const isSame = (entries: readonly EncodedEvent[], others: readonly EncodedEvent[]): boolean => {
  if (entries.length !== others.length) return false;
  for (let index = entries.length - 1; index >= 0; index -= 1)
    if (entries[index] !== others[index]) return false;
  return true;
};

const listOf = (entries: readonly EncodedEvent[]): EncodedJson => {
  const index = recentLists.findIndex((recent) => isSame(entries, recent.entries));
  const [known] = index === -1 ? [] : recentLists.splice(index, 1);
  if (known) {
    recentLists.unshift(known);
    return known.list;
  }
  let text = "";
  for (const entry of entries) text += text === "" ? entry.text : `,${entry.text}`;
  const list = new EncodedJson(Buffer.from(`[${text}]`));
  if (text.length <= mostRememberedText) {
    recentLists.unshift({ entries, list });
    recentLists.length = Math.min(recentLists.length, mostRecentLists);
  }
  return list;
};

/** `encodeFetchedEvents` as a JSON array. All queues that receive the same events share its bytes. */
export const encodeFetchedAsJson = (...fetched: Fetched): EncodedJson | Promise<EncodedJson> => {
  const entries = encodeFetchedEvents(...fetched);
  return entries instanceof Promise ? entries.then(listOf) : listOf(entries);
};
