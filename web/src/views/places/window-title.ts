import type { App } from "../../app/app";
import { channelIdIn, placeIn } from "../../app/location";
import type { Narrow } from "../../store/narrow";
import { channelLabel, directNameOf, topicName } from "../../ui/place-heading";
import { words } from "../../words/en";
import { titleOf } from "./view-header";

const narrowTitle = (app: App, narrow: Narrow): string => {
  const { store } = app;
  const place = placeIn(narrow, store.ownId);
  if (place?.kind === "direct") return directNameOf(store, place.userIds);
  const channelId = channelIdIn(narrow);
  const channel = channelId === undefined ? undefined : channelLabel(app, channelId);
  if (place?.kind === "topic") return `${channel} › ${topicName(place.topic)}`;
  return titleOf(narrow, store.ownId) ?? (narrow.length === 1 && channel ? channel : words.searchResults);
};

/** The title of the window: what is on screen, and in which organization. */
export const windowTitle = (app: App): string => {
  const { location, store, session } = app;
  const realm = String(store.realm.value.realm_name ?? session.realm_name);
  const at = location.value;
  const view = ((): string => {
    switch (at.screen) {
      case "narrow":
        return narrowTitle(app, at.narrow);
      case "channel":
        return channelLabel(app, at.channelId);
      case "channels":
        return words.allChannels;
      case "organization":
        return words.settings;
      case "scheduled":
        return words.scheduledMessages;
      default:
        return words[at.screen];
    }
  })();
  return `${view} - ${realm}`;
};
