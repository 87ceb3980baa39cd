import type { QueueItem } from "../../../domain/event-queue";
import type { EventReader } from "./event-reader";
import { encodeLegacyPresenceEvent, encodePresence } from "./presence";
import { apiEmail } from "./user";

/** A signal as a queue delivers it. */
export const encodeSignal = (
  { eventId, signal }: Exclude<QueueItem, { event: unknown }>,
  reader: EventReader,
): string => {
  const { presentation, state, now } = reader;
  const { userId, presence } = signal;
  const user = state.users.get(userId);
  return JSON.stringify({
    type: "presence",
    ...(presentation.simplifiedPresence
      ? { presences: { [userId]: encodePresence(presence) } }
      : {
          user_id: userId,
          ...(!presentation.slimPresence && { email: user ? apiEmail(user, reader) : "" }),
          server_timestamp: now / 1000,
          presence: encodeLegacyPresenceEvent(presence, now),
        }),
    id: eventId,
  });
};
