import { type Browser, chromium, type Page } from "playwright-core";
import { executablePath, hasChromium } from "../support/browser/chromium";
import { firstRealm } from "../support/program/child-server";
import { installation } from "../support/program/installation";
import { freePort, LineProcess } from "../support/servers/line-process";

/** What zulip-desktop gives its pages: a key, and what the clipboard holds once it can be decrypted. */
const desktopBridge = `{
  const key = crypto.getRandomValues(new Uint8Array(32));
  let resolve;
  const pasted = new Promise((done) => { resolve = done; });
  globalThis.comeBackWith = async (hex) => {
    const bytes = Uint8Array.from(hex.match(/../g), (pair) => Number.parseInt(pair, 16));
    const aes = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
    const iv = bytes.slice(0, 12);
    resolve(new TextDecoder().decode(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, aes, bytes.slice(12))));
  };
  globalThis.electron_bridge = {
    decrypt_clipboard: (version) => ({ version, key, pasted }),
    send_event: () => undefined,
    on_event: () => undefined,
    get_idle_on_system: () => false,
  };
}`;
const userAgent = "Mozilla/5.0 (X11; Linux x86_64) ZulipElectron/5.12.4 Chrome/138.0.0.0 Safari/537.36";

(hasChromium ? describe : describe.skip)("single sign-on in the desktop app", () => {
  const parley = installation();
  let provider: LineProcess;
  let browser: Browser;
  let url: string;

  beforeAll(async () => {
    const [port, providerPort] = [await freePort(), await freePort()];
    const returnsTo = `http://127.0.0.1:${port}/complete/oidc`;
    provider = new LineProcess("openid-provider.mjs", `${providerPort}`, returnsTo);
    await provider.line("its address", () => true);
    const program = parley.run("main", {
      ...firstRealm,
      PARLEY_OWNER_EMAIL: "owner@example.org",
      PARLEY_PORT: `${port}`,
      PARLEY_OIDC_ISSUER: `http://127.0.0.1:${providerPort}`,
      PARLEY_OIDC_CLIENT_ID: "parley",
      PARLEY_OIDC_CLIENT_SECRET: "a secret of the provider",
      PARLEY_OIDC_NAME: "Example login",
    });
    url = await program.url();
    browser = await chromium.launch({ executablePath });
  });
  afterAll(async () => {
    await browser?.close();
    await provider?.stop();
  });

  /** The provider's own pages. */
  const proveAs = async (page: Page, name: string): Promise<void> => {
    await page.locator("input[name=login]").fill(name);
    await page.locator("input[name=password]").fill("any");
    await page.locator("button[type=submit]").click();
    await page.locator("button[type=submit]").click();
  };

  test("a user logs in with the browser, copies the code, and is logged in to the app", async () => {
    const app = await browser.newContext({ userAgent });
    await app.addInitScript(desktopBridge);
    const waiting = await app.newPage();
    // The app leaves other windows to the system's browser.
    await app.route(/desktop_flow_otp/, (route) => route.abort());
    const opened = app.waitForEvent("request", (request) => request.url().includes("desktop_flow_otp"));
    await waiting.goto(`${url}/login`);
    await waiting.getByRole("link", { name: "Log in with Example login" }).click();
    const inBrowser = new URL((await opened).url());
    await waiting.getByRole("heading", { name: "Log in with your browser" }).waitFor();
    expect(inBrowser.searchParams.get("desktop_flow_otp")).toMatch(/^[0-9a-f]{64}$/);

    const permissions = ["clipboard-read", "clipboard-write"];
    const page = await (await browser.newContext({ permissions })).newPage();
    await page.goto(inBrowser.href);
    await proveAs(page, "owner");
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByText("Copied. Go back to the app.").waitFor();
    const copied = await page.evaluate("navigator.clipboard.readText()");
    expect(copied).toBe(await page.getByLabel("Code").inputValue());
    expect((await page.context().cookies(url)).map(({ name }) => name)).not.toContain("sessionid");

    await waiting.evaluate(`comeBackWith("${copied}")`);
    await waiting.getByRole("heading", { name: "Inbox" }).waitFor();
  });

  test("an app that can't decrypt the clipboard asks to be updated", async () => {
    const app = await browser.newContext({ userAgent });
    await app.addInitScript("globalThis.electron_bridge = {}");
    const page = await app.newPage();
    await page.goto(`${url}/accounts/login/social/oidc`);
    await page.getByRole("alert").getByText("Update it").waitFor();
  });
});
