import { createTransport } from "nodemailer";
import type { Mailer } from "../../application/ports/mailer";

/** Hands mail to an SMTP server, given as `smtp://user:password@host:port` or `smtps://…`. */
export const smtpMailer = (url: string, from: string): Mailer => {
  const transport = createTransport(url);
  return {
    send: async ({ to, subject, text }) => {
      await transport.sendMail({ from, to, subject, text });
    },
  };
};
