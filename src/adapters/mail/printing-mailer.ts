import type { Mailer } from "../../application/ports/mailer";

/** Shows mail instead of sending it, where no mail server is set up. */
export const printingMailer = (print: (line: string) => void): Mailer => ({
  send: async ({ to, subject, text }) =>
    print(`Mail to ${to}, not sent because PARLEY_SMTP_URL is not set: ${subject}\n${text}`),
});
