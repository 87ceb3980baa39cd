import { canSeeEmail } from "../../domain/email";
import type { Mail, MissedConversation } from "../../domain/letter";
import type { Message } from "../../domain/message";
import { realmUrl } from "../../domain/realm-address";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import { canSeeUser } from "../../domain/user-access";

interface Facts {
  readonly state: RealmState;
  readonly siteUrl: string;
  /** Whether the reader could be in more organizations than one. */
  readonly hasManyRealms: boolean;
  readonly now: number;
}

/** Whether mail names the organization: by policy 1 where there are several, 2 always, 3 never. */
const namesRealm = ({ settings }: User, { hasManyRealms }: Facts): boolean =>
  settings.realmNameInEmailNotificationsPolicy === 2 ||
  (settings.realmNameInEmailNotificationsPolicy === 1 && hasManyRealms);

/** A mail about messages that somebody missed, oldest first. Answers go to the sender, where there is one whose address is open. */
export const missedLetter = (reader: User, messages: readonly Message[], facts: Facts): Mail => {
  const { state, siteUrl, now } = facts;
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
      realmName: namesRealm(reader, facts) ? realm.name : null,
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

/** The messages by conversation and topic. */
const conversationsOf = (
  state: RealmState,
  reader: User,
  messages: readonly Message[],
  known: ReadonlySet<User>,
): readonly MissedConversation[] => {
  const byTitle = new Map<string, MissedConversation["messages"][number][]>();
  for (const message of messages) {
    const title = titleOf(state, reader, message);
    const sender = state.users.get(message.senderId);
    const senderName = sender && known.has(sender) ? sender.fullName : "Somebody";
    const told = { senderName, content: message.content, sentAt: message.sentAt };
    byTitle.set(title, [...(byTitle.get(title) ?? []), told]);
  }
  return [...byTitle].map(([title, told]) => ({ title, messages: told }));
};

const titleOf = (state: RealmState, reader: User, { conversation, topic }: Message): string => {
  if (conversation.kind === "channel") {
    const name = state.channels.get(conversation.channelId)?.name ?? "";
    return `#${name} > ${topic === "" ? "general chat" : topic}`;
  }
  const others = conversation.participants.filter((id) => id !== reader.id);
  if (others.length < 2) return "Direct messages";
  const names = others.flatMap((id) => state.users.get(id)?.fullName ?? []);
  return `Direct messages with ${names.join(", ")}`;
};
