import { type Channel, privacyName } from "../../../domain/channels/channel";
import type { RetentionDays } from "../../../domain/retention/retention";
import type { User } from "../../../domain/users/user";
import { type Notice, postNotice, prepareNotice, silentMention } from "../../notices/notice";
import type { Transaction } from "../../transaction";

/** Topic of notices about changes to a channel. */
const channelEventsTopic = "channel events";
const newChannelsTopic = "new channels";

const link = ({ name }: Pick<Channel, "name">): string => `#**${name}**`;
const quoted = (text: string): string =>
  `\`\`\`\` quote\n${text === "" ? "*No description.*" : text}\n\`\`\`\``;
const period = (days: RetentionDays): string => (days === "forever" ? "Forever" : `${days} days`);

/** First notice in a new channel. */
export const createdText = (creator: User, channel: Channel): string =>
  `**${privacyName(channel)}** channel created by ${silentMention(creator)}. **Description:**\n${quoted(channel.description)}`;

/** Notice about new channels in the announcement channel. */
const announcementText = (creator: User, channels: readonly Channel[]): string =>
  `${silentMention(creator)} created ${channels.length > 1 ? "the following channels:" : "a new channel"} ${channels.map(link).join(", ")}.`;

/** The direct message to a user that someone else subscribed. */
export const subscribedText = (by: User, channels: readonly Channel[]): string => {
  const [first, ...others] = channels;
  return first !== undefined && others.length === 0
    ? `${silentMention(by)} subscribed you to ${link(first)}.`
    : `${silentMention(by)} subscribed you to the following channels:\n\n${channels
        .map(({ name }) => name)
        .toSorted()
        .map((name) => `* ${link({ name })}\n`)
        .join("")}`;
};

/**
 * Notices about a change, one per property that matters to readers. `realmRetentionDays` applies to channels without
 * a retention period of their own.
 */
export const changeTexts = (
  by: User,
  before: Channel,
  after: Channel,
  realmRetentionDays: RetentionDays,
): readonly string[] => {
  const who = silentMention(by);
  const texts: string[] = [];
  if (before.name !== after.name)
    texts.push(`${who} renamed channel **${before.name}** to **${after.name}**.`);
  if (before.description !== after.description)
    texts.push(
      `${who} changed the description for this channel.\n\n* **Old description:**\n${quoted(before.description)}\n* **New description:**\n${quoted(after.description)}`,
    );
  if (privacyName(before) !== privacyName(after))
    texts.push(
      `${who} changed the access permissions for this channel from **${privacyName(before)}** to **${privacyName(after)}**.`,
    );
  const daysBefore = before.messageRetentionDays ?? realmRetentionDays;
  const days = after.messageRetentionDays ?? realmRetentionDays;
  if (daysBefore !== days)
    texts.push(
      `${who} has changed the message retention period for this channel:\n\n* **Old retention period**: ${period(daysBefore)}\n* **New retention period**: ${period(days)}\n\n${retentionText(days)}`,
    );
  if (before.isArchived !== after.isArchived)
    texts.push(
      after.isArchived
        ? `Channel ${link(after)} has been archived.`
        : `Channel ${link(after)} has been unarchived.`,
    );
  return texts;
};

const retentionText = (days: RetentionDays): string =>
  days === "forever"
    ? "Messages in this channel will now be retained forever."
    : `Messages in this channel will now be automatically deleted ${days} days after they are sent.`;

/** The topic to use for a notice: the empty one in channels without topics. */
export const topicFor = ({ topicsPolicy }: Channel, topic: string): string =>
  topicsPolicy === "empty_topic_only" ? "" : topic;

/** Renders notices for the channel's event topic: none if the realm's settings don't allow them. */
export const prepareChannelNotices = (
  tx: Transaction,
  by: User,
  channel: Channel,
  texts: readonly string[],
): readonly Notice[] =>
  tx.state.realm.settings.sendChannelEventsMessages
    ? texts.map((text) => prepareNotice(tx, text, by, { channels: [channel] }))
    : [];

/** Posts notices to the channel's event topic. */
export const postChannelNotices = (
  tx: Transaction,
  by: User,
  channel: Channel,
  notices: readonly Notice[],
  { receivesIt }: { readonly receivesIt: boolean },
): void => {
  const topic = topicFor(channel, channelEventsTopic);
  const reader = receivesIt ? { readerId: by.id } : {};
  for (const notice of notices) postNotice(tx, channel, topic, notice, reader);
};

/** Posts about new channels to the realm's announcement channel, if it has one. */
export const announceChannels = (tx: Transaction, creator: User, channels: readonly Channel[]): void => {
  const announcementsId = tx.state.realm.settings.newChannelAnnouncementsChannelId;
  const announcements = announcementsId === null ? undefined : tx.state.channels.get(announcementsId);
  if (announcements === undefined || announcements.isArchived || channels.length === 0) return;
  const notice = prepareNotice(tx, announcementText(creator, channels), creator, { channels });
  const reader = tx.state.isSubscribed(creator.id, announcements.id) ? { readerId: creator.id } : {};
  postNotice(tx, announcements, topicFor(announcements, newChannelsTopic), notice, reader);
};
