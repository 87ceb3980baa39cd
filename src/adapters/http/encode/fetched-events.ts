import type { EventsFetched } from "../../../application/events/fetch-events";
import { endIdOf, stateOfItem } from "../../../domain/event-queue";
import type { StateContext } from "../initial-state/context";
import { RawJson } from "../json-body";
import { encodeEvent, type Told } from "./event";
import type { EventReader } from "./event-reader";
import type { Presentation } from "./presentation";
import { encodeSignal } from "./signal";

/** What a poll brings, as its queue's client takes it. */
export const toldOf = (
  { queue, afterId, items, heartbeatId, flags, userTopics }: EventsFetched,
  { realm, server }: Pick<StateContext, "realm" | "server">,
  topicLinks: EventReader["topicLinks"],
): readonly Told[] => {
  const presentation = queue.presentation as unknown as Presentation;
  const { clientGravatar } = presentation;
  const { offeredLogins } = server;
  const shared = {
    queue,
    offeredLogins,
    presentation,
    realm,
    topicLinks,
    flags,
    userTopics,
    clientGravatar,
    now: Date.now(),
  };
  const written: Told[] = [];
  for (const item of items) {
    const state = stateOfItem(item);
    const user = state.users.get(queue.userId);
    if (user === undefined) continue;
    const reader: EventReader = { ...shared, state, user };
    if ("signal" in item) written.push(encodeSignal(item, reader));
    else for (const word of encodeEvent(item, reader, afterId)) written.push(word);
  }
  const last = items.at(-1);
  // Where there was nothing to tell this reader, the client still moves on.
  const quietId = last !== undefined && written.length === 0 ? endIdOf(last) : heartbeatId;
  if (quietId !== undefined) written.push({ id: quietId, text: `{"type":"heartbeat","id":${quietId}}` });
  return written;
};

/** The same as a list in JSON. */
export const encodeFetched = (...fetched: Parameters<typeof toldOf>): RawJson =>
  new RawJson(
    `[${toldOf(...fetched)
      .map(({ text }) => text)
      .join(",")}]`,
  );
