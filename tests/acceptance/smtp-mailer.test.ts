import { setTimeout as sleep } from "node:timers/promises";
import { smtpMailer } from "../../src/adapters/mail/smtp-mailer";
import type { Mail } from "../../src/domain/mail/mail";
import { mailerContract } from "../contract/mail/mailer.contract";
import { freePort, mailServer } from "../support/servers/line-process";

let mail: Awaited<ReturnType<typeof mailServer>>;
beforeAll(async () => {
  mail = await mailServer();
});
afterAll(() => mail.stop());

const letter = {
  kind: "confirm_sign_up",
  realmName: "Crème & Co\nBcc: x@example.com",
  link: "https://x/é",
} as const;
const to = (address: string, more: Partial<Mail> = {}): Mail => ({ to: address, letter, ...more });

test("sends text, HTML and a reply-to; names in a mail add no header and no recipient", async () => {
  const mailer = smtpMailer(mail.url, "Chat <chat@example.com>");
  await mailer.send(to("ann@example.com", { replyTo: "ben@example.com" }));
  const taken = await mail.mailTo("ann@example.com", "Finish");
  expect(taken).toMatchObject({
    to: ["ann@example.com"],
    from: "chat@example.com",
    replyTo: "ben@example.com",
  });
  expect(taken.subject).toBe("Finish joining Crème & Co Bcc: x@example.com");
  expect(taken.text).toContain("https://x/é");
  expect(taken.html).toContain("Crème &amp; Co");
});

test("distinguishes permanent rejections from failures that may pass", async () => {
  const refused = smtpMailer(mail.url, "chat@example.com").send(to("nobody@example.com"));
  await expect(refused).resolves.toMatchObject({ left: { kind: "refused" } });
  const away = smtpMailer(`smtp://127.0.0.1:${await freePort()}`, "chat@example.com").send(
    to("a@example.com"),
  );
  await expect(away).rejects.toBeInstanceOf(Error);
});

// Last: the tests above look for the first mail to a person.
describe("a mail server", () =>
  mailerContract(() => {
    const before = mail.mails().length;
    return {
      mailer: smtpMailer(mail.url, "chat@example.com"),
      recipients: async (count) => {
        while (mail.mails().length < before + count) await sleep(20);
        return mail
          .mails()
          .slice(before)
          .flatMap(({ to }) => to);
      },
    };
  }));
