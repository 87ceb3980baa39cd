import { storedAsNumber } from "../codec/stored-numbers";

// Each choice has its number in the API, which is also the number that is stored.

/** When scrolling past messages marks them as read. */
const markReadOnScroll = { always: 1, "conversations only": 2, never: 3 } as const;
/** What a click on a channel opens. */
const channelViews = { "top topic": 1, feed: 2, topics: 3, "top unread topic": 4 } as const;
/** Which channels show how many messages are unread. */
const unreadCounts = { all: 1, unmuted: 2, none: 3 } as const;
const colorSchemes = { automatic: 1, dark: 2, light: 3 } as const;
const automaticAlwaysNever = { automatic: 1, always: 2, never: 3 } as const;
const userListStyles = { compact: 1, status: 2, avatar: 3 } as const;
/** What the count on the desktop app's icon includes. */
const iconCounts = { "all unread": 1, "personal and followed": 2, personal: 3, none: 4 } as const;
/** What a user has to do in a topic for its policy to change. */
const participations = { "take part": 1, send: 2, start: 3, never: 4 } as const;

export type MarkReadOnScroll = keyof typeof markReadOnScroll;
export type ChannelView = keyof typeof channelViews;
export type UnreadCounts = keyof typeof unreadCounts;
export type ColorScheme = keyof typeof colorSchemes;
export type AutomaticAlwaysNever = keyof typeof automaticAlwaysNever;
export type UserListStyle = keyof typeof userListStyles;
export type IconCount = keyof typeof iconCounts;
export type Participation = keyof typeof participations;

/** Codecs of settings that are stored as numbers. */
export const choiceCodecs = {
  webMarkReadOnScrollPolicy: storedAsNumber(markReadOnScroll),
  webChannelDefaultView: storedAsNumber(channelViews),
  webChannelUnreadsCountDisplayPolicy: storedAsNumber(unreadCounts),
  colorScheme: storedAsNumber(colorSchemes),
  demoteInactiveChannels: storedAsNumber(automaticAlwaysNever),
  userListStyle: storedAsNumber(userListStyles),
  desktopIconCountDisplay: storedAsNumber(iconCounts),
  realmNameInEmailNotificationsPolicy: storedAsNumber(automaticAlwaysNever),
  automaticallyFollowTopicsPolicy: storedAsNumber(participations),
  automaticallyUnmuteTopicsInMutedChannelsPolicy: storedAsNumber(participations),
};
