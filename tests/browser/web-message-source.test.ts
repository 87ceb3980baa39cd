import { press } from "../support/browser/by-keyboard";
import { benEmail, check, choose, describeInBrowser, message } from "../support/browser/web-windows";

jest.setTimeout(120_000);

const source = "**Bold** steps:\n\n1. `npm ci`\n2. :rocket: _go_";

describeInBrowser("a message's source", (windows) => {
  test("is shown and copied by those who can't edit the message, by the menu or by its key", async () => {
    await windows.send(windows.owner, "sources", source);
    await windows.send(windows.ben, "sources", "My own words");
    const ben = await windows.openAs(benEmail);
    await ben.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/sources"`);
    const fetched: string[] = [];
    ben.on("request", (request) => {
      if (/\/messages\/\d+\?/.test(request.url())) fetched.push(request.url());
    });
    await choose(ben, "Bold steps", "View message source");
    const dialog = ben.getByRole("dialog", { name: "Message source" });
    const field = dialog.getByRole("textbox", { name: "Message source" });
    await field.waitFor();
    expect(await field.inputValue()).toBe(source);
    await check(ben, "message-source");
    expect(fetched).toHaveLength(1);
    await dialog.getByRole("button", { name: "Copy" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await ben.evaluate("navigator.clipboard.readText()")).toBe(source);
    await message(ben, "Bold steps").focus();
    await press(ben, "e");
    await field.waitFor();
    await press(ben, "Escape");
    await dialog.waitFor({ state: "detached" });
    // One's own are edited.
    await message(ben, "My own words").focus();
    await press(ben, "e");
    await ben.getByRole("textbox", { name: "Edit message" }).waitFor();
    expect(await dialog.count()).toBe(0);
  });

  test("isn't there once the message is gone, and the dialog says so", async () => {
    const id = await windows.send(windows.owner, "sources", "Soon gone");
    const ben = await windows.openAs(benEmail);
    await ben.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/sources"`);
    await message(ben, "Soon gone").waitFor();
    await ben.route(`**/json/messages/${id}?**`, (route) =>
      route.fulfill({
        status: 400,
        json: { result: "error", code: "BAD_REQUEST", msg: "Invalid message(s)" },
      }),
    );
    await message(ben, "Soon gone").focus();
    await press(ben, "e");
    await ben.getByRole("dialog").getByText("The message was already deleted.").waitFor();
  });
});
