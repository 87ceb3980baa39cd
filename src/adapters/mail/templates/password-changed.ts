import type { MailContent } from "../../../domain/mail/mail";
import type { MailText } from "./layout";

export const passwordChanged = ({
  realmName,
  link,
}: Extract<MailContent, { kind: "password_changed" }>): MailText => ({
  subject: `Your password for ${realmName} has changed`,
  paragraphs: [
    "Hello,",
    `Your account in ${realmName} has a new password, and you were logged out everywhere else.`,
    "If it wasn't you, choose another one immediately, and tell an administrator of the organization.",
  ],
  action: { label: "Choose another password", link },
});
