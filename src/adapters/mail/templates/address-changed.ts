import type { MailContent } from "../../../domain/mail/mail";
import type { MailText } from "./layout";

export const addressChanged = ({
  realmName,
  newEmail,
}: Extract<MailContent, { kind: "address_changed" }>): MailText => ({
  subject: `The address of your account in ${realmName} has changed`,
  paragraphs: [
    "Hello,",
    `The address of your account in ${realmName} is now ${newEmail}. This address no longer gets mail.`,
    "If you didn't change it, tell an administrator of the organization immediately.",
  ],
});
