import type { Page } from "playwright-core";
import { cachedUserIds, untilCached, untilStored } from "../support/browser/stored-state";
import { benEmail, describeInBrowser } from "../support/browser/web-windows";

jest.setTimeout(120_000);

const ownerEmail = "owner@example.com";

/** A second window of the same person. */
const beside = async (page: Page, url: string): Promise<Page> => {
  const other = await page.context().newPage();
  await other.goto(url);
  await other.getByRole("main").waitFor();
  return other;
};

describeInBrowser("what a browser keeps when a session ends", (windows) => {
  const { openAs } = windows;

  test("logging out in one window logs out the others and clears the browser for the next person", async () => {
    const ben = await openAs(benEmail);
    const read = await windows.send(windows.owner, "recently", "Read before");
    await untilCached(ben);
    const other = await beside(ben, `${windows.url}/#recent`);
    await untilStored(other, [read]);
    await other.getByRole("button", { name: "You", exact: true }).click();
    await other.getByRole("menuitem", { name: "Log out" }).click();
    for (const page of [ben, other]) await page.getByLabel("Password").waitFor();
    // The other window may hold it open a moment longer.
    await ben.waitForFunction("indexedDB.databases().then((all) => all.length === 0)");
    expect(await ben.evaluate("JSON.stringify(localStorage)")).toBe("{}");
    await ben.context().setOffline(true);
    await ben.goto(`${windows.url}/`).catch(() => undefined);
    await expect(ben.getByRole("navigation", { name: "Channels and views" }).count()).resolves.toBe(0);
  });

  test("a window whose browser somebody else logs into sends nothing in their name, and asks for a login", async () => {
    const ben = await openAs(benEmail);
    await ben.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general/topic/whose`);
    await ben.getByRole("textbox", { name: "Message whose" }).fill("From Ben alone");
    // Cookies are the browser's, not a window's.
    const context = ben.context();
    await context.clearCookies({ name: "sessionid" });
    await windows.logInWith(context, ownerEmail);
    await ben.getByRole("textbox", { name: "Message whose" }).press("Enter");
    await ben
      .getByText(/log in|Log in/)
      .first()
      .waitFor();
    const { messages } = (await windows.owner.callEndpoint("/messages", "GET", {
      anchor: "newest",
      num_before: 10,
      num_after: 0,
      narrow: JSON.stringify([{ operator: "channel", operand: windows.generalId }]),
    })) as { messages: readonly { content: string }[] };
    expect(messages.map(({ content }) => content).join()).not.toContain("From Ben alone");
  });

  test("a person who logs in after an expired session finds nothing of the previous one", async () => {
    const ben = await openAs(benEmail);
    await ben.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general/topic/left`);
    await ben.getByRole("textbox", { name: "Message left" }).fill("Mine alone");
    const read = await windows.send(windows.ben, "left", "Read by one");
    await untilCached(ben);
    await untilStored(ben, [read]);
    const context = ben.context();
    await ben.close();
    await context.clearCookies();
    const olive = await windows.logInWith(context, ownerEmail);
    expect(await olive.evaluate("JSON.stringify(localStorage)")).not.toContain("Mine alone");
    await untilCached(olive);
    const users = await olive.evaluate(cachedUserIds);
    expect(users).not.toEqual([windows.benId]);
    await untilStored(olive, [read], false);
  });
});
