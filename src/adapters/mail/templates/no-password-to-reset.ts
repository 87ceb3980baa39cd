import type { Letter } from "../../../domain/mail/letter";
import type { LetterText } from "./layout";

export const noPasswordToReset = ({
  realmName,
  isDeactivated,
}: Extract<Letter, { kind: "no_password_to_reset" }>): LetterText => ({
  subject: `A new password for ${realmName}`,
  paragraphs: [
    "Hello,",
    isDeactivated
      ? `somebody, probably you, asked for a new password for your account in ${realmName}. The account has been deactivated: an administrator of the organization can reactivate it.`
      : `somebody, probably you, asked for a new password for an account in ${realmName}. There is no account with this address: perhaps you have another one there.`,
  ],
});
