import type { Letter } from "../../../domain/mail/letter";
import type { LetterText } from "./layout";

export const alreadyJoined = ({
  realmName,
  link,
}: Extract<Letter, { kind: "already_joined" }>): LetterText => ({
  subject: `You have an account in ${realmName}`,
  paragraphs: [
    "Hello,",
    `somebody, probably you, asked to join ${realmName} with this address. It has an account there already.`,
  ],
  action: { label: "Log in", link },
});
