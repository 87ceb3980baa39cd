import type { Letter } from "../../../domain/letter";
import type { LetterText } from "./layout";

export const confirmSignUp = ({
  realmName,
  link,
}: Extract<Letter, { kind: "confirm_sign_up" }>): LetterText => ({
  subject: `Finish joining ${realmName}`,
  paragraphs: ["Hello,", `you asked to join ${realmName} with this address. One step is left.`],
  action: { label: "Make your account", link },
  notes: [
    "The link works once, for a day.",
    "If it wasn't you, pass over this mail: no account is made then.",
  ],
});
