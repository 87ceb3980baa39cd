import type { MailContent } from "../../../domain/mail/mail";
import type { MailText } from "./layout";

export const deactivated = ({
  fullName,
  realmName,
  comment,
}: Extract<MailContent, { kind: "deactivated" }>): MailText => ({
  subject: `Your account in ${realmName} has been deactivated`,
  paragraphs: [
    `Hello ${fullName},`,
    `Your account in ${realmName} has been deactivated. You can no longer log in.`,
    ...(comment === "" ? [] : [`The administrators left this comment:\n\n${comment}`]),
  ],
});
