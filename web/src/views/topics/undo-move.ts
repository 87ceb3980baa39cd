import { fetchMessages } from "../../api/requests";
import { type MoveMode, moveMessages } from "../../api/topic-requests";
import { narrowOf } from "../../app/location";
import { topicPlace } from "../../store/place";
import { topicWords } from "../../words/en-topics";

/** How many messages are moved back one by one. */
const mostSingle = 100;

interface Topic {
  readonly channelId: number;
  readonly topic: string;
}

export interface Moved {
  readonly messageId: number;
  readonly mode: MoveMode;
  readonly from: Topic;
  readonly to: Topic;
  /** The newest message of its topic before the move. */
  readonly newest: number;
}

type Notices = Pick<Parameters<typeof moveMessages>[0], "notifyOld" | "notifyNew">;

const silently: Notices = { notifyOld: false, notifyNew: false };

/** Moves messages from one topic to another. */
export const moveBetween = (
  messageId: number,
  mode: MoveMode,
  { from, to }: Pick<Moved, "from" | "to">,
  notices: Notices = silently,
): Promise<unknown> =>
  moveMessages({
    messageId,
    mode,
    ...notices,
    ...(to.topic !== from.topic && { topic: to.topic }),
    ...(to.channelId !== from.channelId && { channelId: to.channelId }),
  });

const laterIn = async (
  { channelId, topic }: Topic,
  last: number,
  ownId: number,
): Promise<readonly number[]> => {
  const window = { anchor: last, before: 0, after: mostSingle };
  const { messages } = await fetchMessages(narrowOf(topicPlace(channelId, topic), ownId), window);
  return messages.map(({ id }) => id).filter((id) => id > last);
};

/**
 * Moves messages back. The end of a topic goes back without what was written in the new topic since, such as the notice of
 * the move; a whole topic goes back with it, because only the notice would be left there.
 */
export const undoMove = async (
  { messageId, mode, from, to, newest }: Moved,
  ownId: number,
): Promise<void> => {
  const back = { from: to, to: from };
  const newer = mode === "change_later" ? await laterIn(to, newest, ownId) : [];
  const [firstNewer] = newer;
  // The server moves a message and all later ones, whichever topic they were written in.
  const others = firstNewer === undefined ? [] : await laterIn(from, firstNewer, ownId);
  if (Math.min(newer.length, others.length) >= mostSingle) throw new Error(topicWords.tooMuchSince);
  await moveBetween(messageId, mode, back);
  if (firstNewer === undefined) return;
  if (newer.length <= others.length)
    for (const id of newer) await moveBetween(id, "change_one", { from, to });
  else {
    await moveBetween(firstNewer, "change_later", { from, to });
    for (const id of others) await moveBetween(id, "change_one", back);
  }
};
