import type { MailContent, SecondFactorChange } from "../../../domain/mail/mail";
import type { MailText } from "./layout";

interface Texts {
  readonly subject: string;
  readonly happened: string;
  readonly advice: string;
}

const choosePassword =
  "If it wasn't you, choose a new password immediately, and tell an administrator of the organization.";

const textsOf = (change: SecondFactorChange, realmName: string): Texts => {
  switch (change.what) {
    case "on":
      return {
        subject: "Two-factor authentication is on",
        happened: `Logging in to ${realmName} now requires a second factor in addition to your password: ${change.factorName}. You were logged out everywhere else, and apps have to log in again.`,
        advice: choosePassword,
      };
    case "added":
      return {
        subject: "A second factor was added",
        happened: `You can now log in to ${realmName} with another second factor: ${change.factorName}.`,
        advice: choosePassword,
      };
    case "removed":
      return {
        subject: "A second factor was removed",
        happened: `This second factor can no longer be used to log in to ${realmName}: ${change.factorName}.`,
        advice: choosePassword,
      };
    case "off":
      return {
        subject: "Two-factor authentication is off",
        happened: `Your last second factor for ${realmName} was removed: ${change.factorName}. From now on, your password alone is enough to log in.`,
        advice: choosePassword,
      };
    case "reset":
      return {
        subject: "Your second factors were reset",
        happened: `An administrator of ${realmName} or the server's operator removed your second factors. You were logged out everywhere, and your password alone is enough to log in.`,
        advice: "If you didn't ask for it, tell the owners of the organization.",
      };
    case "new_codes":
      return {
        subject: "New recovery codes were created",
        happened: `You have new recovery codes for ${realmName}. The old ones no longer work.`,
        advice: choosePassword,
      };
    case "code_used":
      return {
        subject: "A recovery code was used",
        happened: `Somebody logged in to ${realmName} with one of your recovery codes. You have ${change.codesLeft} left.`,
        advice: choosePassword,
      };
    case "guessed":
      return {
        subject: "Somebody knows your password",
        happened: `Somebody entered your password for ${realmName}, and then many wrong codes for your second factor.`,
        advice: "If it wasn't you, choose a new password now.",
      };
  }
};

export const secondFactors = ({
  realmName,
  news,
  link,
}: Extract<MailContent, { kind: "second_factors" }>): MailText => {
  const { subject, happened, advice } = textsOf(news, realmName);
  return {
    subject: `${subject}: ${realmName}`,
    paragraphs: ["Hello,", happened, advice],
    action: { label: "Check your account", link },
  };
};
