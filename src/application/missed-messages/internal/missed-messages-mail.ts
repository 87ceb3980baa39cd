import type { Mail, MissedConversation } from "../../../domain/mail/mail";
import type { MessageHead } from "../../../domain/messages/message";
import { canSeeUser } from "../../../domain/policy/user-access";
import { realmUrl } from "../../../domain/realm/realm-address";
import type { RealmState } from "../../../domain/state/realm-state";
import { canSeeEmail } from "../../../domain/users/email";
import type { User } from "../../../domain/users/user";

/** A message without its HTML and its edits, which mails don't show and which can be much longer. */
export type MissedMessage = MessageHead & { readonly content: string };

interface Context {
  readonly state: RealmState;
  readonly siteUrl: string;
  /** Whether the server hosts several organizations. */
  readonly hasManyRealms: boolean;
  readonly now: number;
}

/** Whether mail names the organization. Automatic: only if there are several. */
const namesRealm = ({ settings }: User, { hasManyRealms }: Context): boolean =>
  settings.realmNameInEmailNotificationsPolicy === "always" ||
  (settings.realmNameInEmailNotificationsPolicy === "automatic" && hasManyRealms);

/** A mail about missed messages, oldest first. Replies go to the only sender, if their address is visible. */
export const missedMessagesMail = (
  reader: User,
  messages: readonly MissedMessage[],
  context: Context,
): Mail => {
  const { state, siteUrl, now } = context;
  const { realm } = state;
  const senders = [...new Set(messages.map(({ senderId }) => senderId))].flatMap(
    (id) => state.users.get(id) ?? [],
  );
  const known = senders.filter((sender) => canSeeUser(state, reader, sender, now));
  const [only] = senders.length === 1 ? known : [];
  const canAnswer = only !== undefined && only.bot === null && canSeeEmail(reader, only);
  const showsContent =
    reader.settings.messageContentInEmailNotifications &&
    realm.settings.messageContentAllowedInEmailNotifications;
  return {
    to: reader.email,
    ...(canAnswer && { replyTo: only.email }),
    letter: {
      kind: "missed_messages",
      realmName: namesRealm(reader, context) ? realm.name : null,
      senderNames: known.map(({ fullName }) => fullName),
      showsContent,
      count: messages.length,
      conversations: showsContent ? conversationsOf(state, reader, messages, new Set(known)) : [],
      canAnswer,
      timezone: reader.timezone,
      link: realmUrl(siteUrl, realm),
    },
  };
};

/** Groups the messages by conversation and topic. */
const conversationsOf = (
  state: RealmState,
  reader: User,
  messages: readonly MissedMessage[],
  known: ReadonlySet<User>,
): readonly MissedConversation[] => {
  const byTitle = new Map<string, MissedConversation["messages"][number][]>();
  for (const message of messages) {
    const title = titleOf(state, reader, message);
    const sender = state.users.get(message.senderId);
    const senderName = sender && known.has(sender) ? sender.fullName : "Somebody";
    const entry = { senderName, content: message.content, sentAt: message.sentAt };
    byTitle.set(title, [...(byTitle.get(title) ?? []), entry]);
  }
  return [...byTitle].map(([title, entries]) => ({ title, messages: entries }));
};

const titleOf = (state: RealmState, reader: User, { conversation, topic }: MissedMessage): string => {
  if (conversation.kind === "channel") {
    const name = state.channels.get(conversation.channelId)?.name ?? "";
    return `#${name} > ${topic === "" ? "general chat" : topic}`;
  }
  const others = conversation.participants.filter((id) => id !== reader.id);
  if (others.length < 2) return "Direct messages";
  const names = others.flatMap((id) => state.users.get(id)?.fullName ?? []);
  return `Direct messages with ${names.join(", ")}`;
};
