import type { MailContent } from "../../../domain/mail/mail";
import type { MailText } from "./layout";

export const confirmSignUp = ({
  realmName,
  link,
}: Extract<MailContent, { kind: "confirm_sign_up" }>): MailText => ({
  subject: `Finish joining ${realmName}`,
  paragraphs: ["Hello,", `You asked to join ${realmName} with this address. One step is left.`],
  action: { label: "Create your account", link },
  notes: [
    "The link works once and expires after a day.",
    "If it wasn't you, ignore this mail: no account will be created.",
  ],
});
