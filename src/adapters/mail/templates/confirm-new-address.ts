import type { MailContent } from "../../../domain/mail/mail";
import type { MailText } from "./layout";

export const confirmNewAddress = ({
  realmName,
  oldEmail,
  newEmail,
  link,
}: Extract<MailContent, { kind: "confirm_new_address" }>): MailText => ({
  subject: `Confirm your new address for ${realmName}`,
  paragraphs: [
    "Hello,",
    `You asked to change the address of your account in ${realmName} from ${oldEmail} to ${newEmail}.`,
  ],
  action: { label: "Confirm the new address", link },
  notes: [
    "The link works once and expires after a day.",
    "If it wasn't you, ignore this mail: nothing will change.",
  ],
});
