import { type Mailer, MailRefused } from "../../application/ports/mailer";
import { renderMail } from "./render-mail";

/** Whether the server will say the same again: its answer begins with 5, or the address is no address. */
const isFinal = ({ responseCode, code }: { responseCode?: number; code?: string }): boolean =>
  code === "EENVELOPE" || (responseCode !== undefined && responseCode >= 500 && code !== "EAUTH");

/** Hands mail to an SMTP server, given as `smtp://user:password@host:port` or `smtps://…`. */
export const smtpMailer = (url: string, from: string): Mailer => {
  // Loaded with the first mail: many servers never send one.
  const transport = () => import("nodemailer").then(({ createTransport }) => createTransport(url));
  let opened: ReturnType<typeof transport> | undefined;
  return {
    send: async ({ to, replyTo, letter }) => {
      opened ??= transport();
      const message = { from, to, ...(replyTo !== undefined && { replyTo }), ...renderMail(letter) };
      const headers = { "Auto-Submitted": "auto-generated" };
      try {
        await (await opened).sendMail({ ...message, headers });
      } catch (error) {
        throw isFinal(error as object) ? new MailRefused((error as Error).message, { cause: error }) : error;
      }
    },
  };
};
