import type { Page } from "playwright-core";
import {
  allWindows,
  benEmail,
  check,
  describeInBrowser,
  message,
  write,
} from "../support/browser/web-windows";

jest.setTimeout(120_000);

describeInBrowser("channels that the user hasn't joined, in the web client", (windows) => {
  const { openAs } = windows;
  const makeChannel = async (name: string): Promise<number> => {
    await windows.owner.callEndpoint("/users/me/subscriptions", "POST", { subscriptions: [{ name }] });
    const found = await windows.owner.callEndpoint("/get_stream_id", "GET", { stream: name });
    return (found as { stream_id: number }).stream_id;
  };
  const open = (page: Page, channelId: number, topic: string) =>
    page.goto(`${windows.url}/#narrow/channel/${channelId}/topic/${topic}`);

  test("a user writes into a new topic and sees their message and the answers, and joins from there", async () => {
    const ben = await openAs(benEmail);
    const channelId = await makeChannel("garden");
    await open(ben, channelId, "fresh");
    await ben.getByText("Nothing here yet.").waitFor();
    await write(ben, "Who waters the tomatoes?");
    await ben.locator("[data-id]", { hasText: "tomatoes" }).waitFor();
    await expect(message(ben, "tomatoes").count()).resolves.toBe(1);
    await windows.owner.callEndpoint("/messages", "POST", {
      to: "garden",
      topic: "fresh",
      type: "stream",
      content: "I do, on Mondays",
    });
    await message(ben, "on Mondays").waitFor({ timeout: 20_000 });
    for (const [name, options] of allWindows) {
      const window = await openAs(benEmail, options);
      await open(window, channelId, "fresh");
      await message(window, "on Mondays").waitFor();
      await check(window, `unjoined-${name}`);
      await window.context().close();
    }
    await ben.getByRole("main").getByRole("button", { name: "Join" }).click();
    await ben.getByRole("main").getByRole("button", { name: "Join" }).waitFor({ state: "detached" });
    await message(ben, "on Mondays").waitFor();
  });
});
