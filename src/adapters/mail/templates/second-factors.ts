import type { Letter, SecondFactorNews } from "../../../domain/mail/letter";
import type { LetterText } from "./layout";

interface Words {
  readonly subject: string;
  readonly happened: string;
  readonly advice: string;
}

const choosePassword =
  "If it wasn't you, choose a new password immediately, and tell an administrator of the organization.";

const wordsOf = (news: SecondFactorNews): Words => {
  switch (news.what) {
    case "on":
      return {
        subject: "Two factors are on",
        happened: `from now on, logging in requires a second factor in addition to your password: ${news.factorName}. You were logged out everywhere else, and apps have to log in again.`,
        advice: choosePassword,
      };
    case "added":
      return {
        subject: "You have another second factor",
        happened: `you can log in with another second factor from now on: ${news.factorName}.`,
        advice: choosePassword,
      };
    case "removed":
      return {
        subject: "A second factor was removed",
        happened: `this second factor can no longer be used to log in: ${news.factorName}.`,
        advice: choosePassword,
      };
    case "off":
      return {
        subject: "Two factors are off",
        happened: `your last second factor was removed: ${news.factorName}. From now on, your password alone is enough to log in.`,
        advice: choosePassword,
      };
    case "reset":
      return {
        subject: "Your second factors were reset",
        happened:
          "an administrator, or whoever runs the server, removed your second factors. You were logged out everywhere, and your password alone is enough to log in.",
        advice: "If you didn't ask for it, tell the owners of the organization.",
      };
    case "new_codes":
      return {
        subject: "You have new recovery codes",
        happened: "new recovery codes were created, and the old ones no longer work.",
        advice: choosePassword,
      };
    case "code_used":
      return {
        subject: "A recovery code was used",
        happened: `somebody logged in with one of your recovery codes. You have ${news.codesLeft} left.`,
        advice: choosePassword,
      };
    case "guessed":
      return {
        subject: "Somebody knows your password",
        happened: "somebody entered your password, and then wrong codes of your second factor, many times.",
        advice: "If it wasn't you, choose a new password now.",
      };
  }
};

export const secondFactors = ({
  realmName,
  news,
  link,
}: Extract<Letter, { kind: "second_factors" }>): LetterText => {
  const { subject, happened, advice } = wordsOf(news);
  return {
    subject: `${subject}: ${realmName}`,
    paragraphs: ["Hello,", `in ${realmName}, ${happened}`, advice],
    action: { label: "Check your account", link },
  };
};
