import { plural } from "./plural";

const count = (many: number, one: string): readonly string[] =>
  many === 0 ? [] : [`${many} ${plural(many, one, `${one}s`)}`];

/** Text about logging out. */
export const logOutWords = {
  endsLater:
    "The server isn’t responding. Your session there ends once it does: leave this window open, or open it again later.",
  loggedOutHere: "You’re logged out of this browser.",
  logOutAnyway: "Log out anyway",
  logOutQuestion: "Log out and lose what you haven’t sent?",
  saving: "Saving what you have begun…",
  stayLoggedIn: "Stay logged in",
  wouldBeLost: (messages: number, drafts: number, uploads: number) => {
    const parts = [
      ...count(messages, "unsent message"),
      ...count(drafts, "draft"),
      ...count(uploads, "upload"),
    ];
    return `Only this browser has ${new Intl.ListFormat("en").format(parts)}.`;
  },
};
