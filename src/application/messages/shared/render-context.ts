import type { Channel } from "../../../domain/channels/channel";
import type { Attachment } from "../../../domain/files/attachment";
import { pictureAddress } from "../../../domain/files/file-key";
import { systemGroupDisplayNames } from "../../../domain/groups/system-group";
import type { ChannelId, RealmId } from "../../../domain/ids";
import { type Message, neverRendered } from "../../../domain/messages/message";
import { formatsFor, isTranscoded, transcodedFormat } from "../../../domain/pictures/thumbnail";
import { canReadContent, canSeeChannel } from "../../../domain/policy/channel-access";
import { canSeeUser } from "../../../domain/policy/user-access";
import type { RealmState } from "../../../domain/state/realm-state";
import { foldCase } from "../../../domain/text/fold-case";
import { mentionedId, namesInSource, type SourceNames } from "../../../domain/text/mention-syntax";
import { namesInHtml } from "../../../domain/text/names-in-html";
import type { User } from "../../../domain/users/user";
import { channelScope } from "../../access/message-access";
import { requesterOf } from "../../admission/requester-of";
import type { MessageReader } from "../../ports/messages/message-reader";
import { type Nameable, plainContext, type RenderContext } from "../../ports/messages/message-renderer";
import type { TopicSpan } from "../../ports/topics/topic-reader";
import type { AlsoMentionable, TextWriter } from "../../transaction";

/** The author, and thus what they may mention. The server may mention everything. */
export interface Writing {
  readonly state: RealmState;
  readonly writer: TextWriter;
  readonly now: number;
}

const usersIn = ({ state, writer, now }: Writing, names: SourceNames): RenderContext["users"] => {
  if (names.users.size === 0) return [];
  const found = [...names.users].flatMap((name) => {
    const id = mentionedId(name);
    return id === undefined ? state.usersNamed(name) : (state.users.get(id) ?? []);
  });
  // A bare name means the first active user with that name.
  return [...new Set(found)]
    .filter((user) => writer === "server" || canSeeUser(state, writer, user, now))
    .sort((a, b) => Number(b.isActive) - Number(a.isActive) || a.id - b.id)
    .map(toNameable);
};

const toNameable = ({ id, fullName, isActive }: Nameable): Nameable => ({ id, fullName, isActive });

const groupsIn = ({ state }: Writing, named: SourceNames): RenderContext["groups"] => {
  if (named.groups.size === 0) return [];
  const names = new Set([...named.groups].map(foldCase));
  return [...state.groups.values()]
    .filter(({ name }) => names.has(foldCase(name)))
    .map(({ id, name, systemName, isDeactivated }) => ({
      id,
      name,
      isDeactivated,
      displayName: systemName === null ? name : systemGroupDisplayNames[systemName],
    }));
};

const channelsIn = ({ state, writer, now }: Writing, named: SourceNames): readonly Channel[] =>
  [...named.channels].flatMap((name) => {
    const channel = state.channelByName(name);
    if (channel === undefined || channel.name !== name) return [];
    return writer === "server" || canSeeChannel(state, writer, channel, now) ? [channel] : [];
  });

/** A linked topic whose messages the sender may read. */
interface LinkedTopic {
  readonly channelId: ChannelId;
  readonly span: TopicSpan;
}

const linkedTopics = (
  { state, now }: Writing,
  sender: User,
  topics: SourceNames["topics"],
  channels: readonly Channel[],
): readonly LinkedTopic[] =>
  topics.flatMap(({ channel: name, topic }) => {
    const channel = channels.find((one) => one.name === name);
    if (channel === undefined || !canReadContent(state, sender, channel, now)) return [];
    const { id: channelId, conversationId } = channel;
    return [{ channelId, span: { conversationId, topic, scope: channelScope(sender, channel) } }];
  });

/** The newest message in each topic. */
const newestIn = async (
  messages: Pick<MessageReader, "inTopic">,
  realmId: RealmId,
  topics: readonly LinkedTopic[],
): Promise<RenderContext["topics"]> => {
  const found = topics.map(async ({ channelId, span }) => {
    const newest = await messages.inTopic(realmId, span, 1);
    return newest.map(({ id }) => ({ channelId, topic: span.topic, messageId: id }));
  });
  return (await Promise.all(found)).flat();
};

const toUploads = (files: readonly Attachment[]): RenderContext["uploads"] =>
  files.map(({ path, contentType, image }) => {
    const [format] = formatsFor(image?.isAnimated ?? false, contentType);
    const transcoded = isTranscoded(contentType) && { transcoded: transcodedFormat.name };
    return {
      path,
      contentType,
      ...(image && format && { image: { ...image, thumbnail: format.name, ...transcoded } }),
    };
  });

/** Custom emoji that the source may name. */
const customEmojiIn = ({ emoji, realm }: RealmState, source: string): RenderContext["customEmoji"] =>
  source.includes(":")
    ? [...emoji.values()].flatMap(({ id, name, image, isDeactivated }) =>
        isDeactivated || !source.includes(`:${name}:`)
          ? []
          : [{ id: String(id), name, url: pictureAddress(realm.id, image) }],
      )
    : [];

/** Topic links of a message that are resolved; further ones stay unresolved. */
const topicLimit = 50;

/** What rendering a user's message takes from the realm's state. The messages of linked topics are in storage. */
interface MessageBasis {
  /** Lacks topics. */
  readonly context: RenderContext;
  readonly topics: readonly LinkedTopic[];
}

/** The basis for rendering a user's message. Links to other files than `files` show nothing of them. */
export const messageBasis = (
  writing: Writing & { readonly writer: User },
  source: string,
  files: readonly Attachment[],
): MessageBasis => {
  const { state, writer: sender } = writing;
  const named = namesInSource(source);
  const channels = channelsIn(writing, named);
  const { inlineImagePreview, defaultCodeBlockLanguage } = state.realm.settings;
  const context: RenderContext = {
    ...plainContext,
    users: usersIn(writing, named),
    groups: groupsIn(writing, named),
    channels: channels.map(({ id, name }) => ({ id, name })),
    topics: [],
    linkifiers: state.linkifiers.map(({ id, pattern, urlTemplate }) => ({ id, pattern, urlTemplate })),
    customEmoji: customEmojiIn(state, source),
    uploads: toUploads(files),
    alertWords: [...state.alertWords.containedIn(foldCase(source))],
    previewsMedia: inlineImagePreview,
    defaultCodeLanguage: defaultCodeBlockLanguage,
    translatesEmoticons: sender.settings.translateEmoticons,
    requester: requesterOf(state.realm.id, sender),
  };
  return { context, topics: linkedTopics(writing, sender, named.topics.slice(0, topicLimit), channels) };
};

/** The context for rendering a user's message. */
export const messageContext = async (
  { messages }: { readonly messages: Pick<MessageReader, "inTopic"> },
  realmId: RealmId,
  { context, topics }: MessageBasis,
): Promise<RenderContext> =>
  topics.length === 0 ? context : { ...context, topics: await newestIn(messages, realmId, topics) };

/**
 * The context for rendering a text other than a message. The text may mention the people and things that its writer may know,
 * and those in `alsoMentionable`. The context contains only what the text mentions, so that it stays the same while the rest of
 * the realm changes.
 */
export const textContext = (
  writing: Writing,
  source: string,
  alsoMentionable: AlsoMentionable,
): RenderContext => {
  const { state } = writing;
  const named = namesInSource(source);
  const ids = new Set([...named.users].map(mentionedId));
  const users = alsoMentionable.users?.filter(({ id }) => ids.has(id)) ?? [];
  const channels = alsoMentionable.channels?.filter(({ name }) => named.channels.has(name)) ?? [];
  return {
    ...plainContext,
    users: [...usersIn(writing, named), ...users.map(toNameable)],
    groups: groupsIn(writing, named),
    channels: [...channelsIn(writing, named), ...channels].map(({ id, name }) => ({ id, name })),
    requester: { realm: `${state.realm.id}`, user: "server" },
  };
};

/**
 * The context for rendering a notice again. It contains only what the notice already mentioned: the user who caused the notice
 * isn't stored, and the server as its writer could mention more than they could. A notice that was never rendered mentions the
 * people in its silent mentions.
 */
export const noticeContext = (
  state: RealmState,
  { content, renderedContent, rendererVersion }: Message,
  now: number,
): RenderContext => {
  const writing: Writing = { state, writer: "server", now };
  const known = rendererVersion > neverRendered ? namesInHtml(renderedContent) : undefined;
  const { users, groups, channels, ...context } = textContext(writing, content, {});
  const isNamed = ({ id, fullName }: Nameable): boolean =>
    known?.userIds.has(id) ?? content.includes(`@_**${fullName}|${id}**`);
  return {
    ...context,
    users: users.filter(isNamed),
    groups: groups.filter(({ id }) => known?.groupIds.has(id)),
    channels: channels.filter(({ id }) => known?.channelIds.has(id)),
  };
};
