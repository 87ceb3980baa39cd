import * as E from "fp-ts/Either";
import type { Mailer } from "../../application/ports/mail/mailer";
import { renderMail } from "./render-mail";

/** In UTF-16 units. Links come early; a long mail quotes messages, which don't belong in a log. */
const mostPrinted = 2000;

/** Prints mail instead of sending it, if no mail server is configured. */
export const printingMailer = (print: (line: string) => void): Mailer => ({
  reachesPeople: false,
  send: async ({ to, letter }) => {
    const { subject, text } = renderMail(letter);
    // On one line: in a JSON log, escaped line ends would stick to the link before them.
    const line = text.replace(/\s+/g, " ");
    const shown = line.length > mostPrinted ? `${line.slice(0, mostPrinted)} […]` : line;
    print(`Mail to ${to}, not sent because PARLEY_SMTP_URL isn't set: ${subject.slice(0, 200)}. ${shown}`);
    return E.right(undefined);
  },
});
