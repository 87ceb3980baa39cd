import type { Letter } from "../../../domain/mail/letter";
import type { LetterText } from "./layout";

export const deactivated = ({
  fullName,
  realmName,
  comment,
}: Extract<Letter, { kind: "deactivated" }>): LetterText => ({
  subject: `Your account at ${realmName} has been deactivated`,
  paragraphs: [
    `Hello ${fullName},`,
    `Your account at ${realmName} has been deactivated. You can no longer log in.`,
    ...(comment === "" ? [] : [`The administrators left this comment:\n\n${comment}`]),
  ],
});
