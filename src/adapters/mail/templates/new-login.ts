import type { MailContent } from "../../../domain/mail/mail";
import type { MailText } from "./layout";

const timeIn = (at: number, timezone: string): string => {
  const zone = timezone === "" ? "UTC" : timezone;
  const format = new Intl.DateTimeFormat("en", { dateStyle: "full", timeStyle: "short", timeZone: zone });
  return `${format.format(at)} (${zone})`;
};

export const newLogin = ({
  fullName,
  realmName,
  browser,
  address,
  at,
  timezone,
  link,
}: Extract<MailContent, { kind: "new_login" }>): MailText => ({
  subject: `New login to ${realmName}`,
  paragraphs: [
    `Hello ${fullName},`,
    `Somebody logged in to your account in ${realmName}:`,
    `When: ${timeIn(at, timezone)}\nWith: ${browser}\nFrom: ${address}`,
    "If it was you, there is nothing to do. If not, choose a new password: that ends every session.",
  ],
  action: { label: "Choose a new password", link },
});
