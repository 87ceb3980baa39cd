import { readFileSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";
import { checkPage as check, executablePath, hasChromium, takePicture } from "../support/browser/chromium";
import { byRcFile, onServer } from "../support/clients/zulip-client";
import {
  build,
  endAll,
  environment,
  firstRealm,
  newDataDir,
  ownerPassword,
  Program,
} from "../support/program/child-server";
import { linkIn, mailServer } from "../support/servers/line-process";

jest.setTimeout(120_000);

const folder = newDataDir();
const programs: Program[] = [];
let browser: Browser;
let mail: Awaited<ReturnType<typeof mailServer>>;
let url: string;

const start = async (dataDir: string, more: NodeJS.ProcessEnv): Promise<Program> => {
  const program = Program.run("main", environment(dataDir, { PARLEY_SMTP_URL: mail.url, ...more }));
  programs.push(program);
  url = await program.url();
  return program;
};

const newPage = async (colorScheme: "light" | "dark" = "light"): Promise<Page> =>
  (await browser.newContext({ colorScheme, bypassCSP: true })).newPage();

// Skipped, and reported as skipped, without Chromium; joining.test.ts covers the same journey without a browser.
(hasChromium ? describe : describe.skip)(
  `a browser (${hasChromium ? executablePath : "none is installed"})`,
  () => {
    beforeAll(async () => {
      build();
      mail = await mailServer();
      browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
      await start(folder.path, firstRealm);
    });
    afterAll(async () => {
      await browser?.close();
      await endAll(programs);
      await mail?.stop();
      folder.remove();
    });

    test("an invited person opens the mail, creates an account, and sends a message with its .zuliprc", async () => {
      const owner = await onServer(url, "owner@example.com", ownerPassword);
      await owner.callEndpoint("/invites", "POST", {
        invitee_emails: "zoe@example.org",
        stream_ids: "[]",
        include_realm_default_subscriptions: "true",
      });
      const page = await newPage();
      await page.goto(linkIn(await mail.mailTo("zoe@example.org", "invited you")));
      await check(page, "join");
      await page.getByLabel("Your name").fill("Zoe Zander");
      await page.getByLabel("Password").fill("password");
      await page.getByRole("button", { name: "Create my account" }).click();
      await expect(page.getByRole("alert").innerText()).resolves.toBe("The password is too weak.");
      await check(page, "join-problem");
      await page.getByLabel("Password").fill("seven blue elephants");
      await page.getByRole("button", { name: "Create my account" }).click();
      await page.waitForURL(`${url}/`);
      await page.goto(`${url}/account`);
      await check(page, "account");

      await page.getByLabel("Your password").fill("seven blue elephants");
      const downloading = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download .zuliprc" }).click();
      const file = await (await downloading).path();
      const client = await byRcFile(readFileSync(file, "utf8"));
      const sent = await client.messages.send({
        type: "stream",
        to: "general",
        topic: "hello",
        content: "By browser",
      });
      expect(sent).toMatchObject({ result: "success" });
      await page.getByLabel("Your password").fill("seven blue elephants");
      await page.getByRole("button", { name: "Show my API key" }).click();
      await check(page, "account-key");
      await page.getByRole("button", { name: /Log out of/ }).click();
      await page.waitForURL(`${url}/login`);

      await page.getByLabel("Email").fill("zoe@example.org");
      await page.getByLabel("Password").fill("wrong");
      await page.getByRole("button", { name: "Log in" }).click();
      await check(page, "login-problem");
      await page.getByLabel("Password").fill("seven blue elephants");
      await page.getByRole("button", { name: "Log in" }).click();
      await page.waitForURL(`${url}/`);
    });

    test("every page is accessible at every width, in light and dark", async () => {
      const token = "guess";
      for (const scheme of ["light", "dark"] as const) {
        const page = await newPage(scheme);
        for (const [name, at] of [
          ["login", "/login"],
          ["register", "/register"],
          ["reset", "/accounts/password/reset"],
          ["problem", `/join/${token}`],
          ["new-address", `/accounts/confirm_new_email/${token}`],
        ] as const) {
          await page.goto(`${url}${at}`);
          await check(page, `${name}-${scheme}`);
        }
        await page.goto(`${url}/accounts/password/reset`);
        await page.getByLabel("Email").fill("owner@example.com");
        await page.getByRole("button").click();
        await check(page, `reset-sent-${scheme}`);
        await page.goto(linkIn(await mail.mailTo("owner@example.com", "Reset your password")));
        await check(page, `reset-form-${scheme}`);
        await page.context().close();
      }
    });

    test("an operator creates the first organization with the link that the server prints", async () => {
      const second = newDataDir();
      const program = await start(second.path, {
        PARLEY_MODE: "development",
        PARLEY_SMTP_URL: undefined,
      });
      const link = /http:\S+\/new\/\S+/.exec(program.printed)?.[0] ?? "";
      const page = await newPage();
      await page.goto(url);
      await check(page, "no-realm");
      await page.goto(link);
      await check(page, "first-realm");
      await page.getByLabel("Name of the organization").fill("Second");
      await page.getByLabel("Your name").fill("Sam");
      await page.getByLabel("Your email").fill("sam@example.com");
      await page.getByLabel("Password").fill("seven blue elephants");
      await page.getByRole("button").click();
      await page.waitForURL(`${url}/`);
      const sam = await onServer(url, "sam@example.com", "seven blue elephants");
      await sam.callEndpoint("/invites", "POST", { invitee_emails: "kim@example.org", stream_ids: "[]" });
      await page.goto(`${url}/development/mail`);
      while ((await page.getByText("Sam has invited you to join Second").count()) === 0) await page.reload();
      await check(page, "development-mail");
      await page
        .getByRole("link", { name: /as HTML/ })
        .first()
        .click();
      await page.getByText("Create your account").waitFor();
      await takePicture(page, "mail-html");
      await program.kill("SIGTERM");
      second.remove();
    });
  },
);
