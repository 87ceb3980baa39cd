import { randomUUID } from "node:crypto";
import { chmod, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as E from "fp-ts/Either";
import type { CapturedMail, CapturedMails } from "../../application/ports/mail/captured-mails";
import type { Mailer } from "../../application/ports/mail/mailer";
import { makeFolder } from "../system/make-folder";
import { renderMail } from "./render-mail";

const mostKept = 200;

/** Stores mail in a folder instead of sending it: one file per mail, the newest 200. */
export const folderMailer = (folder: string): Mailer & CapturedMails => {
  const names = async (): Promise<readonly string[]> => {
    makeFolder(folder, 0o700);
    // Older versions left the folder readable for every user of the machine.
    await chmod(folder, 0o700);
    return (await readdir(folder)).filter((name) => name.endsWith(".json")).sort();
  };
  let last = 0;
  return {
    reachesPeople: true,
    send: async ({ to, replyTo = null, letter }) => {
      const before = await names();
      last = Math.max(Date.now(), last + 1);
      const mail: CapturedMail = { id: randomUUID(), to, replyTo, ...renderMail(letter), sentAt: last };
      await writeFile(join(folder, `${last}-${mail.id}.json`), JSON.stringify(mail), { mode: 0o600 });
      for (const name of before.slice(0, Math.max(0, before.length + 1 - mostKept)))
        await rm(join(folder, name), { force: true });
      return E.right(undefined);
    },
    list: async () =>
      Promise.all(
        (await names())
          .toReversed()
          .map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8"))),
      ),
  };
};
