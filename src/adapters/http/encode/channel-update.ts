import type { Word } from "./event-reader";

/** That a property of a channel is another now. */
export const channelUpdate = (channelId: number, name: string, property: object): Word => ({
  category: "channel",
  body: { type: "stream", op: "update", stream_id: channelId, name, ...property },
});
