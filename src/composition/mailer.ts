import { join } from "node:path";
import { folderMailer } from "../adapters/mail/folder-mailer";
import { printingMailer } from "../adapters/mail/printing-mailer";
import { smtpMailer } from "../adapters/mail/smtp-mailer";
import type { KeptMails } from "../application/ports/kept-mails";
import type { Mailer } from "../application/ports/mailer";
import type { Config } from "../config/config";

/** How mail is sent; without a mail server, a developer is shown it in the browser and others in the log. */
export const mailerOf = (
  { smtpUrl, mailFrom, mode, dataDir }: Config,
  print: (line: string) => void,
): { readonly mailer: Mailer; readonly keptMails: KeptMails | undefined } => {
  if (smtpUrl !== undefined) return { mailer: smtpMailer(smtpUrl, mailFrom), keptMails: undefined };
  if (mode !== "development") return { mailer: printingMailer(print), keptMails: undefined };
  const folder = folderMailer(join(dataDir, "mail"));
  return { mailer: folder, keptMails: folder };
};
