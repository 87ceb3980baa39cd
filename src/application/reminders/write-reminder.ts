import { type Message, messageLimits } from "../../domain/message";
import type { RealmState } from "../../domain/realm-state";
import { type Reminder, reminderLimits } from "../../domain/reminder";
import type { User } from "../../domain/user";
import { userKnownTo } from "../../domain/user-access";
import { fenceAround } from "../messages/fence-around";
import { readableMessages } from "../messages/message-access";
import { messageLink } from "../messages/message-link";
import { silentMention } from "../messages/notice";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";
import type { ReadStateReader } from "../ports/read-state-reader";

interface Ports {
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  readonly clock: Clock;
}

/** Room for the note and the words around. */
const mostShown = messageLimits.contentLength - reminderLimits.noteLength - 500;

const quoted = (kind: string, text: string): string => {
  const fence = fenceAround(text);
  return `${fence}${kind}\n${text}\n${fence}`;
};

const shown = (content: string): string => {
  const points = [...content];
  return points.length > mostShown ? `${points.slice(0, mostShown).join("")}…` : content;
};

/** What a reminder of a message that the user may read says, in Markdown. */
export const reminderText = (
  state: RealmState,
  user: User,
  message: Message,
  note: string,
  now: number,
): string => {
  const sender = state.users.get(message.senderId);
  const who = sender && userKnownTo(state, user, sender.id, now) ? silentMention(sender) : "Somebody";
  return [
    "You asked to be reminded of a message.",
    ...(note === "" ? [] : [quoted("quote", note)]),
    `${who} [said](${messageLink(state, message)}):`,
    quoted("quote", shown(message.content)),
  ].join("\n\n");
};

/** What a reminder says now. Of a message that is gone, or that the user may read no more, it says only the note. */
export const writeReminder = async (
  { messages, readStates, clock }: Ports,
  state: RealmState,
  user: User,
  { messageId, note }: Pick<Reminder, "messageId" | "note">,
): Promise<string> => {
  const now = clock.now();
  const [message] = await readableMessages({ state, now, messages, readStates }, user, [messageId]);
  if (message !== undefined) return reminderText(state, user, message, note, now);
  return [
    "You asked to be reminded of a message that you can't read any more.",
    ...(note === "" ? [] : [quoted("quote", note)]),
  ].join("\n\n");
};
