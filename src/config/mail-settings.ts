import { hidden, setting } from "./setting";
import { sender } from "./setting-values";
import { serverUrl } from "./url-values";

/** How mail is sent. */
export const mailSettings = {
  smtpUrl: hidden(
    "PARLEY_SMTP_URL",
    serverUrl(["smtp:", "smtps:"]),
    "The server that sends mail, as smtp://user:password@host:port; by default mail goes to the log, or to /development/mail in development",
  ),
  mailFrom: setting("PARLEY_MAIL_FROM", "Parley <parley@localhost>", sender, "The sender of mail"),
};
