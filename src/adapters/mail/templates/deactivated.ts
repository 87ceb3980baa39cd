import type { Letter } from "../../../domain/mail/letter";
import type { LetterText } from "./layout";

export const deactivated = ({
  fullName,
  realmName,
  comment,
}: Extract<Letter, { kind: "deactivated" }>): LetterText => ({
  subject: `Your account at ${realmName} was deactivated`,
  paragraphs: [
    `Hello ${fullName},`,
    `your account at ${realmName} was deactivated, so that you can no longer log in.`,
    ...(comment === "" ? [] : [`The administrators left this comment:\n\n${comment}`]),
  ],
});
