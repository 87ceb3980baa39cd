import { attachmentPathsIn } from "../../domain/attachment";
import type { Channel } from "../../domain/channel";
import { canReadContent, canSeeChannel } from "../../domain/channel-access";
import { pictureAddress } from "../../domain/file-key";
import { mentionedId, type Named, namedIn } from "../../domain/mention-syntax";
import type { RealmState } from "../../domain/realm-state";
import { systemGroupDisplayNames } from "../../domain/system-group";
import { formatsFor, isTranscoded, transcodedFormat } from "../../domain/thumbnail";
import type { User } from "../../domain/user";
import { canSeeUser } from "../../domain/user-access";
import { requesterOf } from "../admission/requester-of";
import type { AttachmentReader } from "../ports/attachment-reader";
import type { MessageReader } from "../ports/message-reader";
import { type Nameable, plainContext, type RenderContext } from "../ports/message-renderer";
import type { Newcomers } from "../transaction";
import { channelScope } from "./message-access";

/** Who writes, and what they may therefore name; the server itself may name all. */
interface Writing {
  readonly state: RealmState;
  readonly writer: User | "server";
  readonly now: number;
}

const usersIn = ({ state, writer, now }: Writing, named: Named): RenderContext["users"] => {
  const found = [...named.users].flatMap((words) => {
    const byId = mentionedId(words);
    return byId === undefined ? state.usersNamed(words) : (state.users.get(byId) ?? []);
  });
  // The first of a name who is still here is whom the name means.
  return [...new Set(found)]
    .filter((user) => writer === "server" || canSeeUser(state, writer, user, now))
    .sort((a, b) => Number(b.isActive) - Number(a.isActive) || a.id - b.id)
    .map(toNameable);
};

const toNameable = ({ id, fullName, isActive }: Nameable): Nameable => ({ id, fullName, isActive });

const groupsIn = ({ state }: Writing, named: Named): RenderContext["groups"] => {
  if (named.groups.size === 0) return [];
  const names = new Set([...named.groups].map((name) => name.toLowerCase()));
  return [...state.groups.values()]
    .filter(({ name }) => names.has(name.toLowerCase()))
    .map(({ id, name, systemName, isDeactivated }) => ({
      id,
      name,
      isDeactivated,
      displayName: systemName === null ? name : systemGroupDisplayNames[systemName],
    }));
};

const channelsIn = ({ state, writer, now }: Writing, named: Named): readonly Channel[] =>
  [...named.channels].flatMap((name) => {
    const channel = state.channelByName(name);
    if (channel === undefined || channel.name !== name) return [];
    return writer === "server" || canSeeChannel(state, writer, channel, now) ? [channel] : [];
  });

/** The newest message that the sender may read of each topic that is named. */
const topicsIn = async (
  messages: Pick<MessageReader, "inTopic">,
  state: RealmState,
  sender: User,
  topics: Named["topics"],
  channels: readonly Channel[],
  now: number,
): Promise<RenderContext["topics"]> => {
  const found = topics.map(async ({ channel: name, topic }) => {
    const channel = channels.find((one) => one.name === name);
    if (channel === undefined || !canReadContent(state, sender, channel, now)) return [];
    const scope = channelScope(sender, channel);
    const span = { conversationId: channel.conversationId, topic, scope };
    const newest = await messages.inTopic(state.realm.id, span, 1);
    return newest.map(({ id }) => ({ channelId: channel.id, topic, messageId: id }));
  });
  return (await Promise.all(found)).flat();
};

/** Files that the source links to. */
const uploadsIn = async (
  attachments: Pick<AttachmentReader, "byPaths">,
  realmId: number,
  source: string,
): Promise<RenderContext["uploads"]> => {
  const found = await attachments.byPaths(realmId, attachmentPathsIn(source, realmId));
  return found.map(({ path, contentType, image }) => {
    const [format] = formatsFor(image?.isAnimated ?? false, contentType);
    const transcoded = isTranscoded(contentType) && { transcoded: transcodedFormat.name };
    return {
      path,
      contentType,
      ...(image && format && { image: { ...image, thumbnail: format.name, ...transcoded } }),
    };
  });
};

/** The organization's own emoji that the source may name. */
const customEmojiIn = ({ emoji, realm }: RealmState, source: string): RenderContext["customEmoji"] =>
  [...emoji.values()].flatMap(({ id, name, image, isDeactivated }) =>
    isDeactivated || !source.includes(`:${name}:`)
      ? []
      : [{ id: String(id), name, url: pictureAddress(realm.id, image) }],
  );

/** More than anyone links in a message. */
const mostTopics = 50;

interface ContextPorts {
  readonly messages: Pick<MessageReader, "inTopic">;
  readonly attachments: Pick<AttachmentReader, "byPaths">;
}

/** What the renderer needs for a message that somebody writes. */
export const messageContext = async (
  { messages, attachments }: ContextPorts,
  state: RealmState,
  sender: User,
  source: string,
  now: number,
): Promise<RenderContext> => {
  const writing: Writing = { state, writer: sender, now };
  const named = namedIn(source);
  const channels = channelsIn(writing, named);
  const { inlineImagePreview, defaultCodeBlockLanguage } = state.realm.settings;
  const folded = source.toLowerCase();
  return {
    ...plainContext,
    users: usersIn(writing, named),
    groups: groupsIn(writing, named),
    channels: channels.map(({ id, name }) => ({ id, name })),
    topics: await topicsIn(messages, state, sender, named.topics.slice(0, mostTopics), channels, now),
    linkifiers: state.linkifiers.map(({ id, pattern, urlTemplate }) => ({ id, pattern, urlTemplate })),
    customEmoji: customEmojiIn(state, source),
    uploads: await uploadsIn(attachments, state.realm.id, source),
    alertWords: [...state.alertWords.keys()].filter((word) => folded.includes(word)),
    previewsMedia: inlineImagePreview,
    defaultCodeLanguage: defaultCodeBlockLanguage,
    translatesEmoticons: sender.settings.translateEmoticons,
    requester: requesterOf(state.realm.id, sender),
  };
};

/**
 * What the renderer needs for a text beside messages. It may name everyone, and who and what comes with it; only what
 * it does name is in the answer, so that it stays the same while the rest of the realm changes.
 */
export const textContext = (state: RealmState, source: string, newcomers: Newcomers): RenderContext => {
  const writing: Writing = { state, writer: "server", now: 0 };
  const named = namedIn(source);
  const ids = new Set([...named.users].map(mentionedId));
  const users = newcomers.users?.filter(({ id }) => ids.has(id)) ?? [];
  const channels = newcomers.channels?.filter(({ name }) => named.channels.has(name)) ?? [];
  return {
    ...plainContext,
    users: [...usersIn(writing, named), ...users.map(toNameable)],
    groups: groupsIn(writing, named),
    channels: [...channelsIn(writing, named), ...channels].map(({ id, name }) => ({ id, name })),
    requester: { realm: `${state.realm.id}`, user: "server" },
  };
};
