import { type Message, messageLimits } from "../../../domain/messages/message";
import { userKnownTo } from "../../../domain/policy/user-access";
import { type Reminder, reminderLimits } from "../../../domain/reminders/reminder";
import type { RealmState } from "../../../domain/state/realm-state";
import type { User } from "../../../domain/users/user";
import { readableMessages } from "../../access/message-access";
import { fencedBlock, shortened } from "../../messages/shared/fenced-block";
import { messageLink } from "../../messages/shared/message-link";
import { silentMention } from "../../notices/notice";
import type { Transaction } from "../../transaction";

/** Leaves room for the note and the surrounding text. */
const quotedLength = messageLimits.contentLength - reminderLimits.noteLength - 500;

/** The Markdown text of a reminder of a message the user may read. */
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
    ...quotedNote(note),
    `${who} [said](${messageLink(state, message)}):`,
    fencedBlock("quote", shortened(message.content, quotedLength)),
  ].join("\n\n");
};

/** Composes a reminder that is due. If the message is gone or no longer readable, the text contains only the note. */
export const writeReminder = async (
  tx: Transaction,
  user: User,
  { messageId, note }: Pick<Reminder, "messageId" | "note">,
): Promise<string> => {
  const [message] = await readableMessages(tx, user, [messageId]);
  if (message !== undefined) return reminderText(tx.state, user, message, note, tx.now);
  return ["You asked to be reminded of a message that you can't read any more.", ...quotedNote(note)].join(
    "\n\n",
  );
};

const quotedNote = (note: string): readonly string[] => (note === "" ? [] : [fencedBlock("quote", note)]);
