import type { Page } from "playwright-core";
import { allWindows, benEmail, check, describeInBrowser, until } from "../support/browser/web-windows";

jest.setTimeout(120_000);

const ownerEmail = "owner@example.com";

describeInBrowser("presence and status in the heading of a direct conversation", (windows) => {
  const isThere = (status: "active" | "idle") =>
    windows.ben.callEndpoint("/users/me/presence", "POST", {
      status,
      new_user_input: "true",
    });
  const setStatus = (change: object) => windows.ben.callEndpoint("/users/me/status", "POST", change);
  const vacation = {
    status_text: "On vacation",
    emoji_name: "palm_tree",
    emoji_code: "1f334",
    reaction_type: "unicode_emoji",
  };
  const open = async (page: Page, people: string) => {
    await page.goto(`${windows.url}/#narrow/dm/${people}`);
    return page.locator(".view-head .person-state");
  };

  test("somebody whose window has lost the focus is shown as idle to others, and as active once they are back", async () => {
    const context = await windows.browser.newContext();
    await context.clock.install();
    await context.addInitScript("document.hasFocus = () => globalThis.isBack === true");
    const ben = await windows.logInWith(context, benEmail);
    await until(ben, "document.querySelector('#side') !== null");
    const olive = await windows.openAs(ownerEmail);
    const reported = ben.waitForResponse("**/json/users/me/presence");
    await ben.clock.fastForward(60_000);
    await reported;
    await olive.reload();
    const state = await open(olive, `${windows.benId}`);
    await state.getByText("Idle").waitFor();
    expect(await state.locator(".dot").getAttribute("class")).toBe("dot idle");
    await ben.evaluate("globalThis.isBack = true");
    await ben.mouse.move(10, 10);
    await state.getByText("Active").waitFor({ timeout: 15_000 });
  });

  test("the user's menu turns invisibility on and off, and says which it is", async () => {
    const ben = await windows.openAs(benEmail);
    const choose = async (checked: boolean) => {
      await ben.getByRole("button", { name: "You", exact: true }).click();
      await ben.getByRole("menuitemcheckbox", { name: "Appear offline to others", checked }).click();
    };
    const isShown = async (): Promise<unknown> => {
      const { presence } = (await windows.owner.callEndpoint(
        `/users/${windows.benId}/presence`,
        "GET",
        {},
      )) as {
        readonly presence: { readonly aggregated: { readonly status: string } };
      };
      return presence.aggregated.status;
    };
    await isThere("active");
    await choose(false);
    while ((await isShown()) !== "offline") await ben.waitForTimeout(100);
    await choose(true);
    while ((await isShown()) !== "active") await isThere("active");
  });

  test("the list of people shows both, with those first who are there", async () => {
    await setStatus(vacation);
    await isThere("active");
    const page = await windows.openAs(ownerEmail);
    await page.keyboard.press("w");
    const first = page.getByRole("option").first();
    await page.getByRole("option", { name: "Active Ben Bell" }).getByText("On vacation").waitFor();
    expect(await first.locator(".dot").getAttribute("class")).toBe("dot active");
    await check(page, "find-person");
    await setStatus({ status_text: "", emoji_name: "" });
  });

  test("it shows both, and follows them", async () => {
    await isThere("active");
    const page = await windows.openAs(ownerEmail);
    const state = await open(page, `${windows.benId}`);
    await state.getByText("Active").waitFor();
    await setStatus(vacation);
    await state.getByText("On vacation").waitFor();
    await state.getByText("🌴").waitFor();
    // The name alone is the heading.
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Ben Bell");
    await setStatus({ status_text: "Back soon", emoji_name: "" });
    await state.getByText("Back soon").waitFor();
    await state.getByText("🌴").waitFor({ state: "detached" });
    await setStatus({ status_text: "", emoji_name: "" });
    await state.getByText("Back soon").waitFor({ state: "detached" });
  });

  test("somebody who is no longer there is shown as offline, though no event says so, in the sidebar too", async () => {
    await windows.ben.callEndpoint("/messages", "POST", { type: "direct", to: "[1]", content: "Here I am" });
    await isThere("active");
    const page = await windows.openAs(ownerEmail);
    const state = await open(page, `${windows.benId}`);
    await state.getByText("Active").waitFor();
    const side = page.locator("#side .presence").first();
    expect(await side.getAttribute("class")).toBe("presence active");
    await page.evaluate("{ const { now } = Date; Date.now = () => now() + 300_000; }");
    await state.getByText("Offline").waitFor({ timeout: 25_000 });
    expect(await side.getAttribute("class")).toBe("presence offline");
  });

  test("a group's heading has none, and a bot's has no presence", async () => {
    const { owner, benId } = windows;
    const bot = await owner.callEndpoint("/bots", "POST", {
      full_name: "Robot",
      short_name: "robot",
      bot_type: 1,
    });
    const { user_id } = bot as unknown as { readonly user_id: number };
    const page = await windows.openAs(ownerEmail);
    const state = await open(page, `${benId},${user_id}-group`);
    await page.getByRole("heading", { name: "Ben Bell, Robot", level: 1 }).waitFor();
    await until(page, "document.querySelector('.compose-tools') !== null");
    expect(await state.count()).toBe(0);
    await open(page, `${user_id}`);
    await page.getByRole("heading", { name: "Robot", exact: true, level: 1 }).waitFor();
    expect(await state.innerText()).toBe("");
  });

  test.each(allWindows)("a long status leaves room for the name: %s", async (name, options) => {
    await isThere("active");
    await setStatus({ ...vacation, status_text: "Sailing from one island to the next until Sunday evening" });
    const page = await windows.openAs(ownerEmail, options);
    const state = await open(page, `${windows.benId}`);
    await state.getByText("Sailing").waitFor();
    const heading = page.getByRole("heading", { level: 1 });
    expect(await heading.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
    await check(page, `direct-with-status-${name}`);
  });
});
