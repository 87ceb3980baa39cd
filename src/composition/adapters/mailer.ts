import { join } from "node:path";
import { folderMailer } from "../../adapters/mail/folder-mailer";
import { printingMailer } from "../../adapters/mail/printing-mailer";
import { smtpMailer } from "../../adapters/mail/smtp-mailer";
import type { CapturedMails } from "../../application/ports/mail/captured-mails";
import type { Mailer } from "../../application/ports/mail/mailer";
import type { Config } from "../../config/config";

/**
 * The configured mailer. Without a mail server, development captures mails for the browser, and production
 * logs them.
 */
export const mailerOf = (
  { smtpUrl, mailFrom, mode, dataDir }: Config,
  print: (line: string) => void,
): { readonly mailer: Mailer; readonly capturedMails: CapturedMails | undefined } => {
  if (smtpUrl !== undefined) return { mailer: smtpMailer(smtpUrl, mailFrom), capturedMails: undefined };
  if (mode !== "development") return { mailer: printingMailer(print), capturedMails: undefined };
  const folder = folderMailer(join(dataDir, "mail"));
  return { mailer: folder, capturedMails: folder };
};
