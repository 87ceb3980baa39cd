import type { MailContent } from "../../../domain/mail/mail";
import type { MailText } from "./layout";

const timeIn = (sentAt: number, timezone: string): string =>
  new Intl.DateTimeFormat("en", {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: timezone === "" ? "UTC" : timezone,
  }).format(sentAt * 1000);

const mostNamed = 3;
const listed = (names: readonly string[]): string => {
  if (names.length === 0) return "somebody";
  const shown = names.slice(0, mostNamed);
  const more = names.length - shown.length;
  return new Intl.ListFormat("en").format(more > 0 ? [...shown, `${more} more`] : shown);
};

export const missedMessages = ({
  realmName,
  senderNames,
  showsContent,
  count,
  conversations,
  canAnswer,
  timezone,
  link,
}: Extract<MailContent, { kind: "missed_messages" }>): MailText => {
  const what = count === 1 ? "a message" : `${count} messages`;
  const where = realmName === null ? "" : ` in ${realmName}`;
  return {
    subject: showsContent
      ? `${realmName === null ? "" : `[${realmName}] `}You missed ${what} from ${listed(senderNames)}`
      : `${realmName === null ? "" : `[${realmName}] `}You missed ${what}`,
    paragraphs: showsContent
      ? conversations.flatMap(({ title, messages }) => [
          title,
          ...messages.map(
            ({ senderName, content, sentAt }) => `${senderName}, ${timeIn(sentAt, timezone)}:\n${content}`,
          ),
        ])
      : [
          `You have ${what}${where} to read, from ${listed(senderNames)}. Message content is not sent by mail.`,
        ],
    action: { label: "Read and reply", link },
    notes: [
      canAnswer
        ? "If you reply to this mail, your reply goes to the sender by mail, not to the chat."
        : "Nobody reads replies to this mail.",
      "You got this mail because you were away. You can turn these mails off in your notification settings.",
    ],
  };
};
