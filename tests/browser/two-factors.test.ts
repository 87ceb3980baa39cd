import { type Browser, chromium, type Page } from "playwright-core";
import { checkPage, executablePath, hasChromium } from "../support/browser/chromium";
import { onServer } from "../support/clients/zulip-client";
import { codeOf } from "../support/http/two-factors";
import { firstRealm, ownerPassword } from "../support/program/child-server";
import { installation } from "../support/program/installation";
import { freePort } from "../support/servers/line-process";

jest.setTimeout(120_000);

const parley = installation();
let browser: Browser | undefined;
let url: string;

beforeAll(async () => {
  const port = await freePort();
  // Passkeys require a host name: browsers have none for an IP address.
  url = `http://localhost:${port}`;
  await parley.run("main", { ...firstRealm, PARLEY_PORT: `${port}`, PARLEY_URL: url }).url();
  if (hasChromium) browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
});
afterAll(async () => {
  await browser?.close();
});

const newPage = async (more: object = {}): Promise<Page> => {
  const page = await browser?.newContext(more).then((context) => context.newPage());
  if (page === undefined) throw new Error("There is no browser");
  return page;
};

const logIn = async (page: Page): Promise<void> => {
  await page.goto(`${url}/login`);
  await page.getByLabel("Email").fill("owner@example.com");
  await page.getByLabel("Password").fill(ownerPassword);
  await page.getByRole("button", { name: "Log in" }).click();
};

/** An authenticator in the browser itself, which its user need not touch. */
const giveAuthenticator = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
};

const resetOwner = async (): Promise<void> => {
  const args = ["user", "reset-two-factors", "--email", "owner@example.com"];
  expect((await parley.run("cli/parley", {}, args).ended).code).toBe(0);
};

(hasChromium ? describe : describe.skip)("a browser", () => {
  test("creates a passkey and logs in with it, under the pages' security policy", async () => {
    const page = await newPage();
    const refused: string[] = [];
    page.on("console", (message) => {
      if (/Content Security Policy|Trusted/i.test(message.text())) refused.push(message.text());
    });
    await giveAuthenticator(page);
    await logIn(page);
    await page.waitForURL(`${url}/`);
    await page.goto(`${url}/account`);
    await page.getByRole("link", { name: "Set up two-factor authentication" }).click();
    await page.getByRole("link", { name: "Set up a passkey" }).click();
    await page.getByLabel("Name of the passkey").fill("My laptop");
    await page.getByLabel("Your current password").fill(ownerPassword);
    await page.getByRole("button", { name: "Create a passkey" }).click();
    await page.getByText("They are not shown again.").waitFor();
    await page.getByRole("link", { name: "I have saved them" }).click();
    await page.getByText("My laptop").waitFor();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.waitForURL(`${url}/login`);
    await logIn(page);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.waitForURL(`${url}/`);
    expect(refused).toEqual([]);
    await page.context().close();
    await resetOwner();
  });

  test("explains why a passkey can't be created", async () => {
    const page = await newPage();
    await giveAuthenticator(page);
    await logIn(page);
    await page.waitForURL(`${url}/`);
    await page.goto(`${url}/account/two-factors/passkey`);
    await page.evaluate(
      "navigator.credentials.create = () => Promise.reject(new Error('nobody touched it'))",
    );
    await page.getByLabel("Your current password").fill(ownerPassword);
    await page.getByRole("button", { name: "Create a passkey" }).click();
    await expect(page.getByRole("alert").innerText()).resolves.toBe("That didn't work: nobody touched it");
    await page.context().close();
  });

  test.each(["light", "dark"] as const)("every page is accessible, in %s", async (scheme) => {
    const page = await newPage({ colorScheme: scheme, bypassCSP: true });
    await giveAuthenticator(page);
    await logIn(page);
    await page.waitForURL(`${url}/`);
    await page.goto(`${url}/account/two-factors`);
    await checkPage(page, `two-factors-none-${scheme}`);
    await page.getByRole("link", { name: "Set up an authenticator app" }).click();
    await checkPage(page, `two-factors-app-${scheme}`);
    const secret = (await page.locator("pre code").innerText()).replaceAll(" ", "");
    await page.getByLabel("The code that the app shows now").fill("000000");
    await page.getByLabel("Your current password").fill(ownerPassword);
    await page.getByRole("button", { name: "Use this app" }).click();
    await page.getByRole("alert").waitFor();
    await checkPage(page, `two-factors-app-problem-${scheme}`);
    await page.getByLabel("The code that the app shows now").fill(codeOf(secret));
    await page.getByLabel("Your current password").fill(ownerPassword);
    await page.getByRole("button", { name: "Use this app" }).click();
    await page.getByText("They are not shown again.").waitFor();
    await checkPage(page, `two-factors-codes-${scheme}`);
    await page.getByRole("link", { name: "I have saved them" }).click();
    await page.getByRole("link", { name: "Set up a passkey" }).click();
    await checkPage(page, `two-factors-passkey-${scheme}`);
    await page.getByLabel("Your current password").fill(ownerPassword);
    await page.getByRole("button", { name: "Create a passkey" }).click();
    await page.getByText("Passkey, since").waitFor();
    await page.getByLabel("Remove: Authenticator app").click();
    await checkPage(page, `two-factors-${scheme}`);
    await page.goto(`${url}/account`);
    await checkPage(page, `account-${scheme}`);
    await page.goto(`${url}/account/two-factors`);
    await page.getByRole("button", { name: "Log out" }).click();
    await logIn(page);
    await page.getByText("One more step").waitFor();
    await checkPage(page, `two-factors-login-${scheme}`);
    await page.getByLabel("Code").fill("000000");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("alert").first().waitFor();
    await checkPage(page, `two-factors-login-problem-${scheme}`);
    await page.getByLabel("Code").fill(codeOf(secret, 1));
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(`${url}/`);
    await page.context().close();
    await resetOwner();
  });
});

test("a command beside the running server lets a locked-out owner back in", async () => {
  await resetOwner();
  const owner = await onServer(url, "owner@example.com", ownerPassword);
  expect(await owner.callEndpoint("/users/me/two_factors", "GET", {})).toMatchObject({
    result: "success",
    factors: [],
    recovery_codes_left: 0,
  });
  const nobody = parley.run("cli/parley", {}, ["user", "reset-two-factors", "--email", "nobody@example.com"]);
  expect(await nobody.ended).toMatchObject({ code: 1, output: expect.stringContaining("No such user") });
});
