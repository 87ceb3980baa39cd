import * as E from "fp-ts/Either";
import type { Mailer } from "../../application/ports/mail/mailer";
import { codeOf, messageOf } from "../../domain/codec/caught";
import { isDict } from "../../domain/codec/dict";
import { millisecondsIn } from "../../domain/units/time";
import { renderMail } from "./render-mail";

/** Whether the failure is permanent: a reply that begins with 5, or a malformed address. */
const isFinal = (error: unknown): boolean => {
  const code = codeOf(error);
  const replied = isDict(error) && typeof error.responseCode === "number" ? error.responseCode : 0;
  return code === "EENVELOPE" || (replied >= 500 && code !== "EAUTH");
};

/** How long to wait for a silent server, in milliseconds. Other mail waits for it. */
const timeouts = {
  connectionTimeout: 20_000,
  greetingTimeout: 20_000,
  socketTimeout: millisecondsIn.minute,
} as const;
/** How long idle connections stay open for the next mail, in milliseconds. */
const idleMilliseconds = 1000;

/** Loaded with the first mail, as many servers never send one. */
const openPool = (url: string) =>
  import("nodemailer").then(({ createTransport }) => createTransport({ url, pool: true, ...timeouts }));

/** Sends mail through an SMTP server, given as `smtp://user:password@host:port` or `smtps://…`. */
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
    reachesPeople: true,
    send: async ({ to, replyTo, letter }) => {
      clearTimeout(idle);
      underWay += 1;
      pool ??= openPool(url);
      const message = { from, to, ...(replyTo !== undefined && { replyTo }), ...renderMail(letter) };
      const headers = { "Auto-Submitted": "auto-generated" };
      try {
        await (await pool).sendMail({ ...message, headers });
        return E.right(undefined);
      } catch (error) {
        if (!isFinal(error)) throw error;
        return E.left({ kind: "refused", reason: messageOf(error) });
      } finally {
        underWay -= 1;
        if (underWay === 0) closeSoon();
      }
    },
  };
};
