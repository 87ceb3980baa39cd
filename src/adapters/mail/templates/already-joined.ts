import type { MailContent } from "../../../domain/mail/mail";
import type { MailText } from "./layout";

export const alreadyJoined = ({
  realmName,
  link,
}: Extract<MailContent, { kind: "already_joined" }>): MailText => ({
  subject: `You already have an account in ${realmName}`,
  paragraphs: [
    "Hello,",
    `Somebody, probably you, asked to join ${realmName} with this address. It already has an account there.`,
  ],
  action: { label: "Log in", link },
});
