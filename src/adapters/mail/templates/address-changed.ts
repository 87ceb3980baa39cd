import type { Letter } from "../../../domain/letter";
import type { LetterText } from "./layout";

export const addressChanged = ({
  realmName,
  newEmail,
}: Extract<Letter, { kind: "address_changed" }>): LetterText => ({
  subject: `The address of your account in ${realmName} has changed`,
  paragraphs: [
    "Hello,",
    `the address of your account in ${realmName} is ${newEmail} from now on. Mail no longer comes to this one.`,
    "If you didn't change it, tell an administrator of the organization at once.",
  ],
});
