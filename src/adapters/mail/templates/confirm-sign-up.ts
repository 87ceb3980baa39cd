import type { Letter } from "../../../domain/mail/letter";
import type { LetterText } from "./layout";

export const confirmSignUp = ({
  realmName,
  link,
}: Extract<Letter, { kind: "confirm_sign_up" }>): LetterText => ({
  subject: `Finish joining ${realmName}`,
  paragraphs: ["Hello,", `You asked to join ${realmName} with this address. One step is left.`],
  action: { label: "Create your account", link },
  notes: [
    "The link works once, for a day.",
    "If it wasn't you, ignore this mail: no account will be created.",
  ],
});
