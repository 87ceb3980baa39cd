import { benEmail, check, choose, describeInBrowser, message } from "../support/browser/web-windows";

jest.setTimeout(120_000);

describeInBrowser("messages of muted people", (windows) => {
  test("they hide who wrote and what, until one is shown; by pointer or keyboard, and back", async () => {
    await windows.send(windows.owner, "quiet", "First thing");
    await windows.send(windows.owner, "quiet", "Second thing");
    await windows.ben.callEndpoint("/users/me/muted_users/1", "POST", {});
    const ben = await windows.openAs(benEmail);
    await ben.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/quiet"`);
    const hidden = message(ben, "A message from someone you muted.");
    await hidden.nth(1).waitFor();
    await expect(hidden.first().getByText("Muted person").isVisible()).resolves.toBe(true);
    await expect(ben.locator(".row").getByText("Olive Owner").count()).resolves.toBe(0);
    await expect(ben.locator(".row img.avatar").count()).resolves.toBe(0);
    await check(ben, "muted-person");

    await hidden.first().getByRole("button", { name: "Show" }).click();
    await message(ben, "First thing").getByText("Olive Owner").waitFor();
    await expect(hidden.count()).resolves.toBe(1);
    await choose(ben, "First thing", "Hide this message again");
    await hidden.nth(1).waitFor();

    await hidden.nth(1).focus();
    await ben.keyboard.press("Tab");
    await ben.keyboard.press("Enter");
    await message(ben, "Second thing").waitFor();
    await choose(ben, "Second thing", "Hide this message again");
    await choose(ben, "A message from someone you muted.", "Show this message");
    await message(ben, "Second thing").waitFor();

    await windows.ben.callEndpoint("/users/me/muted_users/1", "DELETE", {});
    await message(ben, "First thing").waitFor();
    await message(ben, "Second thing").focus();
    await ben.keyboard.press("i");
    await ben.getByRole("menuitem", { name: "Copy link" }).waitFor();
    await expect(ben.getByRole("menuitem", { name: "Hide this message again" }).count()).resolves.toBe(0);
  });
});
