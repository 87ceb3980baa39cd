import { fetchMessages } from "../../api/requests";
import { type MoveMode, moveMessages } from "../../api/topic-requests";
import { narrowOf } from "../../app/location";
import { topicPlace } from "../../store/place";

/** How many messages that came after a move stay where it led. */
const mostNewer = 100;

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

type Notices = Pick<Parameters<typeof moveMessages>[0], "tellOld" | "tellNew">;

const silently: Notices = { tellOld: false, tellNew: false };

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

const newerIn = async (
  { channelId, topic }: Topic,
  newest: number,
  ownId: number,
): Promise<readonly number[]> => {
  const window = { anchor: newest, before: 0, after: mostNewer };
  const { messages } = await fetchMessages(narrowOf(topicPlace(channelId, topic), ownId), window);
  return messages.map(({ id }) => id).filter((id) => id > newest);
};

/**
 * Moves messages back. The end of a topic goes back without what was written in the new topic since, such as the notice of
 * the move; a whole topic goes back with it, because only the notice would be left there.
 */
export const undoMove = async (
  { messageId, mode, from, to, newest }: Moved,
  ownId: number,
): Promise<void> => {
  const newer = mode === "change_later" ? await newerIn(to, newest, ownId) : [];
  await moveBetween(messageId, mode, { from: to, to: from });
  // The server moves a message and all later ones, so the newer ones return.
  for (const id of newer) await moveBetween(id, "change_one", { from, to });
};
