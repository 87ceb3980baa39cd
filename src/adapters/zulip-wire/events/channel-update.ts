import type { ChannelId } from "../../../domain/ids";
import type { EventEntry } from "../encode/event-reader";

/** The event for a changed property of a channel. */
export const channelUpdate = (channelId: ChannelId, name: string, property: object): EventEntry => ({
  category: "channel",
  body: { type: "stream", op: "update", stream_id: channelId, name, ...property },
});
