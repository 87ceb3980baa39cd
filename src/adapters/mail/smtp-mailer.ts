import type { Mailer } from "../../application/ports/mailer";

/** Hands mail to an SMTP server, given as `smtp://user:password@host:port` or `smtps://…`. */
export const smtpMailer = (url: string, from: string): Mailer => {
  // Loaded with the first mail: many servers never send one.
  const transport = () => import("nodemailer").then(({ createTransport }) => createTransport(url));
  let opened: ReturnType<typeof transport> | undefined;
  return {
    send: async ({ to, subject, text }) => {
      opened ??= transport();
      await (await opened).sendMail({ from, to, subject, text });
    },
  };
};
