import type { Letter } from "../../../domain/mail/letter";
import type { LetterText } from "./layout";

export const resetPassword = ({
  realmName,
  link,
}: Extract<Letter, { kind: "reset_password" }>): LetterText => ({
  subject: `A new password for ${realmName}`,
  paragraphs: [
    "Hello,",
    `somebody, probably you, asked for a new password for your account in ${realmName}.`,
  ],
  action: { label: "Choose a new password", link },
  notes: [
    "The link works once, for a day.",
    "If it wasn't you, ignore this mail: your password stays the same.",
  ],
});
