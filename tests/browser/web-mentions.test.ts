import { benEmail, check, describeInBrowser, message } from "../support/browser/web-windows";

jest.setTimeout(120_000);

describeInBrowser("mentions among unread messages", (windows) => {
  test("are marked in the sidebar and in recent conversations, until they are read", async () => {
    const ben = await windows.openAs(benEmail);
    await windows.send(windows.owner, "lunch", "Soup or salad?");
    const channel = ben.getByRole("navigation").getByRole("link", { name: /^general/ });
    await channel.locator(".count", { hasText: "1" }).waitFor();
    await expect(channel.innerText()).resolves.not.toContain("@");
    await windows.send(windows.owner, "lunch", "What does @**Ben Bell** say?");
    await channel.getByText("mentions you").waitFor();
    await ben.evaluate("location.hash = '#recent'");
    await ben
      .getByRole("main")
      .getByRole("link", { name: /lunch.*mentions you.*2 unread/ })
      .waitFor();
    await ben.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/other"`);
    const topic = ben.getByRole("navigation").getByRole("link", { name: /^lunch.*mentions you.*2 unread/ });
    await topic.waitFor();
    await check(ben, "mention-marks");
    // A collapsed folder keeps what waits in it in sight.
    const folder = ben.getByRole("navigation").getByRole("button", { name: "Channels", exact: true });
    await folder.click();
    await ben.getByRole("region", { name: "Channels", exact: true }).getByText("mentions you").waitFor();
    await folder.click();
    await topic.click();
    await message(ben, "What does").waitFor();
    // Somebody is there while it is in view.
    await ben.waitForTimeout(1000);
    await ben.mouse.move(600, 400);
    await channel.getByText("mentions you").waitFor({ state: "detached" });
  });
});
