import type { MailContent } from "../../../domain/mail/mail";
import type { MailText } from "./layout";

export const resetPassword = ({
  realmName,
  link,
}: Extract<MailContent, { kind: "reset_password" }>): MailText => ({
  subject: `Reset your password for ${realmName}`,
  paragraphs: [
    "Hello,",
    `Somebody, probably you, asked to reset the password of your account in ${realmName}.`,
  ],
  action: { label: "Choose a new password", link },
  notes: [
    "The link works once and expires after a day.",
    "If it wasn't you, ignore this mail: your password stays the same.",
  ],
});
