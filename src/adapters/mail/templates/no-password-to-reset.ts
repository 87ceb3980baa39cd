import type { MailContent } from "../../../domain/mail/mail";
import type { MailText } from "./layout";

export const noPasswordToReset = ({
  realmName,
  isDeactivated,
}: Extract<MailContent, { kind: "no_password_to_reset" }>): MailText => ({
  subject: `Reset your password for ${realmName}`,
  paragraphs: [
    "Hello,",
    isDeactivated
      ? `Somebody, probably you, asked to reset the password of your account in ${realmName}. The account has been deactivated: an administrator of the organization can reactivate it.`
      : `Somebody, probably you, asked to reset the password of an account in ${realmName}. There is no account with this address. You may have signed up with another one.`,
  ],
});
