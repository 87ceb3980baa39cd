import type { MailContent } from "../../../domain/mail/mail";
import { utcTime } from "../../../domain/text/utc-time";
import type { MailText } from "./layout";

const time = utcTime("long", "short");

export const invitation = ({
  inviterName,
  inviterEmail,
  realmName,
  link,
  expiresAt,
}: Extract<MailContent, { kind: "invitation" }>): MailText => ({
  subject: `${inviterName} has invited you to join ${realmName}`,
  paragraphs: [
    "Hello,",
    `${inviterName} (${inviterEmail}) would like you to join ${realmName} on Parley, a team chat.`,
  ],
  action: { label: "Create your account", link },
  notes: [
    ...(expiresAt === null ? [] : [`The link works once, until ${time(expiresAt)} UTC.`]),
    "If you don't know them, you can ignore this mail.",
  ],
});
