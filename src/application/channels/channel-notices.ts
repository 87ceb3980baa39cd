import { type Channel, privacyName } from "../../domain/channel";
import type { User } from "../../domain/user";
import { postNotice, prepareNotice, silentMention } from "../messages/notice";
import type { Transaction } from "../transaction";

/** Where a channel tells what happened to it. */
const channelEventsTopic = "channel events";
const newChannelsTopic = "new channels";

const link = ({ name }: Pick<Channel, "name">): string => `#**${name}**`;
const quoted = (text: string): string =>
  `\`\`\`\` quote\n${text === "" ? "*No description.*" : text}\n\`\`\`\``;
const period = (days: number): string => (days === -1 ? "Forever" : `${days} days`);

/** What a new channel says first. */
export const createdText = (creator: User, channel: Channel): string =>
  `**${privacyName(channel)}** channel created by ${silentMention(creator)}. **Description:**\n${quoted(channel.description)}`;

/** What the announcements channel says of new channels. */
const announcementText = (creator: User, channels: readonly Channel[]): string =>
  `${silentMention(creator)} created ${channels.length > 1 ? "the following channels:" : "a new channel"} ${channels.map(link).join(", ")}.`;

/** What people read who were subscribed by somebody else. */
export const subscribedText = (by: User, names: readonly string[]): string => {
  const [first, ...rest] = names.toSorted();
  return first !== undefined && rest.length === 0
    ? `${silentMention(by)} subscribed you to ${link({ name: first })}.`
    : `${silentMention(by)} subscribed you to the following channels:\n\n${names
        .toSorted()
        .map((name) => `* ${link({ name })}\n`)
        .join("")}`;
};

/**
 * What a channel says of a change, one message for each part that its readers care about. The realm's own
 * retention stands for a channel that has none.
 */
export const changeTexts = (
  by: User,
  before: Channel,
  after: Channel,
  realmRetentionDays: number,
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

const retentionText = (days: number): string =>
  days === -1
    ? "Messages in this channel will now be retained forever."
    : `Messages in this channel will now be automatically deleted ${days} days after they are sent.`;

/** The topic for notices of a kind: general chat, where the channel has no other. */
export const topicFor = ({ topicsPolicy }: Channel, topic: string): string =>
  topicsPolicy === "empty_topic_only" ? "" : topic;

/** Posts to the channel's own topic for such news, where the realm wants them. */
export const tellChannel = (
  tx: Transaction,
  channel: Channel,
  texts: readonly string[],
  causedBy: Parameters<typeof postNotice>[4],
): void => {
  if (!tx.state.realm.settings.sendChannelEventsMessages) return;
  for (const text of texts)
    postNotice(
      tx,
      channel,
      topicFor(channel, channelEventsTopic),
      prepareNotice(tx, text, { channels: [channel] }),
      causedBy,
    );
};

/** Posts to the realm's channel for announcements, if it has one. */
export const announceChannels = (tx: Transaction, creator: User, channels: readonly Channel[]): void => {
  const announcementsId = tx.state.realm.settings.newStreamAnnouncementsChannelId;
  const announcements = announcementsId === null ? undefined : tx.state.channels.get(announcementsId);
  if (announcements === undefined || announcements.isArchived || channels.length === 0) return;
  const notice = prepareNotice(tx, announcementText(creator, channels), { channels });
  postNotice(tx, announcements, topicFor(announcements, newChannelsTopic), notice, {
    userId: creator.id,
    receivesIt: tx.state.isSubscribed(creator.id, announcements.id),
  });
};
