import type { Mailer } from "../../application/ports/mailer";
import { renderMail } from "./render-mail";

/** Shows mail instead of sending it, where no mail server is set up. */
export const printingMailer = (print: (line: string) => void): Mailer => ({
  send: async ({ to, letter }) => {
    const { subject, text } = renderMail(letter);
    // On one line: in a log of JSON, what ends a line would become part of the link before it.
    const words = text.replace(/\s+/g, " ");
    print(`Mail to ${to}, not sent because PARLEY_SMTP_URL is not set: ${subject}. ${words}`);
  },
});
