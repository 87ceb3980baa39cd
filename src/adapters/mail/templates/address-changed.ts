import type { Letter } from "../../../domain/mail/letter";
import type { LetterText } from "./layout";

export const addressChanged = ({
  realmName,
  newEmail,
}: Extract<Letter, { kind: "address_changed" }>): LetterText => ({
  subject: `The address of your account in ${realmName} has changed`,
  paragraphs: [
    "Hello,",
    `The address of your account in ${realmName} is now ${newEmail}. This address no longer gets mail.`,
    "If you didn't change it, tell an administrator of the organization immediately.",
  ],
});
