import { press, tabTo } from "../support/browser/by-keyboard";
import { allWindows, benEmail, check, describeInBrowser } from "../support/browser/web-windows";

jest.setTimeout(120_000);

describeInBrowser("recent conversations", (windows) => {
  beforeAll(async () => {
    const { owner, ben, send } = windows;
    await send(owner, "garden", "Who waters it?");
    await send(ben, "garden", "I do");
    await send(owner, "kitchen", "Who cooks?");
    await owner.callEndpoint("/messages", "POST", {
      type: "direct",
      to: JSON.stringify([windows.benId]),
      content: "Lunch?",
    });
    await ben.callEndpoint("/mark_all_as_read", "POST", {});
    await send(owner, "roof", "It leaks");
  });

  test("are found by name, and limited to those that are unread or that one wrote in", async () => {
    const ben = await windows.openAs(benEmail);
    await press(ben, "t");
    const names = () => ben.getByRole("main").locator(".inbox-name");
    await names().filter({ hasText: "kitchen" }).waitFor();
    const all = await names().allInnerTexts();
    expect(all).toEqual(expect.arrayContaining(["#general › garden", "#general › roof", "Olive Owner"]));
    const which = ben.getByRole("combobox", { name: "Which conversations" });
    await which.selectOption("Unread");
    await names().filter({ hasText: "kitchen" }).waitFor({ state: "detached" });
    expect(await names().allInnerTexts()).toEqual(["#general › roof"]);
    await which.selectOption("I wrote in");
    await names().filter({ hasText: "garden" }).waitFor();
    expect(await names().allInnerTexts()).toEqual(["#general › garden"]);
    // The choice stays, and leaves room for a name.
    await press(ben, "Shift+I");
    await ben.getByRole("heading", { name: "Inbox" }).waitFor();
    await press(ben, "t");
    await names().filter({ hasText: "garden" }).waitFor();
    expect(await names().count()).toBe(1);
    await which.selectOption("All");
    await tabTo(ben, /^Find a conversation$/, true);
    await ben.keyboard.type("general kit");
    await names().filter({ hasText: "roof" }).waitFor({ state: "detached" });
    expect(await names().allInnerTexts()).toEqual(["#general › kitchen"]);
    await ben.keyboard.type("zzz");
    await ben.getByText("Nothing found.").waitFor();
  });

  test.each(allWindows)("are accessible: %s", async (name, options) => {
    const ben = await windows.openAs(benEmail, options);
    await ben.evaluate("location.hash = '#recent'");
    await ben.getByRole("main").locator(".inbox-name").filter({ hasText: "kitchen" }).waitFor();
    await check(ben, `recent-${name}`);
  });
});
