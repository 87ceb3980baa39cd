import { withTimeout } from "../../application/with-timeout";
import type { Config } from "../../config/config";
import { broken, doubtful, type Finding, fine, reasonOf } from "./finding";

const patience = 15_000;

/** Whether the mail server accepts the login. Sends no mail. */
export const checkMail = async ({ smtpUrl, mailFrom }: Config): Promise<Finding> => {
  if (smtpUrl === undefined)
    return doubtful("Mail", "no mail is sent: set PARLEY_SMTP_URL, or people can't be invited by mail");
  const { createTransport } = await import("nodemailer");
  // Closing it doesn't end a login in progress.
  const timeouts = { connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience };
  const transport = createTransport({ url: smtpUrl, ...timeouts });
  const { host } = new URL(smtpUrl);
  try {
    await withTimeout("no answer", patience, transport.verify());
  } catch (error) {
    return broken("Mail", `the mail server at ${host} refuses the login: ${reasonOf(error)}`);
  } finally {
    transport.close();
  }
  return mailFrom.includes("@localhost")
    ? doubtful("Mail", `${host} accepts the login. Mail is sent from ${mailFrom}: set PARLEY_MAIL_FROM`)
    : fine("Mail", `${host} accepts the login`);
};
