import type { Letter } from "../../../domain/mail/letter";
import type { LetterText } from "./layout";

export const passwordChanged = ({
  realmName,
  link,
}: Extract<Letter, { kind: "password_changed" }>): LetterText => ({
  subject: `Your password for ${realmName} has changed`,
  paragraphs: [
    "Hello,",
    `Your account in ${realmName} has a new password, and you were logged out everywhere else.`,
    "If it wasn't you, choose another one immediately, and tell an administrator of the organization.",
  ],
  action: { label: "Choose another password", link },
});
