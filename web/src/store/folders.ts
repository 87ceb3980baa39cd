import type { ChannelFolder } from "../wire/wire";
import { mapBy, type Slice, withChange, withEntry } from "./slice";

/** Channel folders by id. */
export const folders: Slice<ReadonlyMap<number, ChannelFolder>> = {
  start: ({ channel_folders }) => mapBy(channel_folders, ({ id }) => id),
  next: (state, event) => {
    if (event.type !== "channel_folder") return state;
    switch (event.op) {
      case "add":
        return withEntry(state, event.channel_folder.id, event.channel_folder);
      case "update":
        return withChange(state, event.channel_folder_id, (folder) => ({ ...folder, ...event.data }));
      case "reorder":
        return new Map([...state].map(([id, folder]) => [id, { ...folder, order: event.order.indexOf(id) }]));
    }
  },
};
