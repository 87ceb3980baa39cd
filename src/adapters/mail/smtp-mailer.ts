import { type Mailer, MailRefused } from "../../application/ports/mailer";
import { renderMail } from "./render-mail";

/** Whether the server will say the same again: its answer begins with 5, or the address is no address. */
const isFinal = ({ responseCode, code }: { responseCode?: number; code?: string }): boolean =>
  code === "EENVELOPE" || (responseCode !== undefined && responseCode >= 500 && code !== "EAUTH");

/** A server that says nothing for so long is busy: others wait behind this mail. Milliseconds. */
const timeouts = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 } as const;
/** Connections are kept for the next mail for so long. */
const idleMilliseconds = 1000;

/** Loaded with the first mail: many servers never send one. */
const openPool = (url: string) =>
  import("nodemailer").then(({ createTransport }) => createTransport({ url, pool: true, ...timeouts }));

/** Hands mail to an SMTP server, given as `smtp://user:password@host:port` or `smtps://…`. */
export const smtpMailer = (url: string, from: string): Mailer => {
  let pool: ReturnType<typeof openPool> | undefined;
  let underWay = 0;
  let idle: NodeJS.Timeout | undefined;

  const closeSoon = (): void => {
    idle = setTimeout(() => {
      const opened = pool;
      pool = undefined;
      opened?.then((transport) => transport.close()).catch(() => undefined);
    }, idleMilliseconds);
  };

  return {
    send: async ({ to, replyTo, letter }) => {
      clearTimeout(idle);
      underWay += 1;
      pool ??= openPool(url);
      const message = { from, to, ...(replyTo !== undefined && { replyTo }), ...renderMail(letter) };
      const headers = { "Auto-Submitted": "auto-generated" };
      try {
        await (await pool).sendMail({ ...message, headers });
      } catch (error) {
        throw isFinal(error as object) ? new MailRefused((error as Error).message, { cause: error }) : error;
      } finally {
        underWay -= 1;
        if (underWay === 0) closeSoon();
      }
    },
  };
};
