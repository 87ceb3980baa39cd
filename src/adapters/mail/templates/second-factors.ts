import type { Letter, SecondFactorNews } from "../../../domain/letter";
import type { LetterText } from "./layout";

interface Words {
  readonly subject: string;
  readonly happened: string;
  readonly advice: string;
}

const choosePassword =
  "If it wasn't you, choose a new password at once, and tell an administrator of the organization.";

const wordsOf = (news: SecondFactorNews): Words => {
  switch (news.what) {
    case "on":
      return {
        subject: "Two factors are on",
        happened: `from now on, logging in takes a second factor besides your password: ${news.factorName}. You were logged out everywhere else, and apps log in again.`,
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
        happened: `this second factor no longer lets you in: ${news.factorName}.`,
        advice: choosePassword,
      };
    case "off":
      return {
        subject: "Two factors are off",
        happened: `your last second factor was removed: ${news.factorName}. From now on, your password alone lets you in.`,
        advice: choosePassword,
      };
    case "reset":
      return {
        subject: "Your second factors were reset",
        happened:
          "an administrator, or whoever runs the server, took your second factors away. You were logged out everywhere, and your password alone lets you in.",
        advice: "If you didn't ask for it, tell the owners of the organization.",
      };
    case "new_codes":
      return {
        subject: "You have new recovery codes",
        happened: "new recovery codes were made, and the old ones no longer work.",
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
        happened: "somebody gave your password, and then wrong codes of your second factor, many times.",
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
    action: { label: "Look after your account", link },
  };
};
