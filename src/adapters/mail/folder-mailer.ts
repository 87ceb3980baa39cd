import { randomUUID } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { KeptMail, KeptMails } from "../../application/ports/kept-mails";
import type { Mailer } from "../../application/ports/mailer";
import { closeFolder } from "../system/close-folder";
import { renderMail } from "./render-mail";

const mostKept = 200;

/** Keeps mail in a folder instead of sending it: one file a mail, the newest 200. */
export const folderMailer = (folder: string): Mailer & KeptMails => {
  const names = async (): Promise<readonly string[]> => {
    await closeFolder(folder);
    return (await readdir(folder)).filter((name) => name.endsWith(".json")).sort();
  };
  let last = 0;
  return {
    send: async ({ to, replyTo = null, letter }) => {
      const before = await names();
      last = Math.max(Date.now(), last + 1);
      const mail: KeptMail = { id: randomUUID(), to, replyTo, ...renderMail(letter), sentAt: last };
      await writeFile(join(folder, `${last}-${mail.id}.json`), JSON.stringify(mail), { mode: 0o600 });
      for (const name of before.slice(0, Math.max(0, before.length + 1 - mostKept)))
        await rm(join(folder, name), { force: true });
    },
    list: async () =>
      Promise.all(
        (await names())
          .toReversed()
          .map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8"))),
      ),
  };
};
