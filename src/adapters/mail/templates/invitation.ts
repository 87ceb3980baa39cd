import type { MailContent } from "../../../domain/mail/mail";
import type { MailText } from "./layout";

const day = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

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
    ...(expiresAt === null ? [] : [`The link works once, until ${day.format(expiresAt)} UTC.`]),
    "If you don't know them, you can ignore this mail.",
  ],
});
