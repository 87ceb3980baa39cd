import type { Letter } from "../../../domain/mail/letter";
import type { LetterText } from "./layout";

export const alreadyJoined = ({
  realmName,
  link,
}: Extract<Letter, { kind: "already_joined" }>): LetterText => ({
  subject: `You already have an account in ${realmName}`,
  paragraphs: [
    "Hello,",
    `Somebody, probably you, asked to join ${realmName} with this address. It already has an account there.`,
  ],
  action: { label: "Log in", link },
});
