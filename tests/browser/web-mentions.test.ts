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
    // A collapsed folder says what waits in it, and hides the channel once nobody reads there.
    await ben.evaluate("location.hash = '#recent'");
    const folder = ben.getByRole("navigation").getByRole("button", { name: "Channels", exact: true });
    await folder.click();
    await ben.getByRole("region", { name: "Channels", exact: true }).getByText("mentions you").waitFor();
    await expect(channel.isVisible()).resolves.toBe(false);
    await folder.click();
    await ben.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/other"`);
    await topic.click();
    await message(ben, "What does").waitFor();
    // Somebody is there while it is in view.
    await ben.waitForTimeout(1000);
    await ben.mouse.move(600, 400);
    await channel.getByText("mentions you").waitFor({ state: "detached" });
  });

  test("people and groups are mentioned by the names that they have now", async () => {
    const added = { name: "dinner", description: "", members: JSON.stringify([windows.benId]) };
    await windows.owner.callEndpoint("/user_groups/create", "POST", added);
    const { user_groups: groups } = (await windows.owner.callEndpoint("/user_groups", "GET", {})) as {
      user_groups: readonly { id: number; name: string }[];
    };
    const group = groups.find(({ name }) => name === "dinner");
    await windows.send(windows.owner, "names", "Ask @**Ben Bell**, @_**Ben Bell** or @*dinner*");
    const page = await windows.openAs("owner@example.com");
    await page.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/names"`);
    await message(page, "Ask @Ben Bell, Ben Bell or @dinner").waitFor();
    await windows.owner.callEndpoint(`/users/${windows.benId}`, "PATCH", { full_name: "Benedict Bell" });
    await windows.owner.callEndpoint(`/user_groups/${group?.id}`, "PATCH", { name: "supper" });
    await message(page, "Ask @Benedict Bell, Benedict Bell or @supper").waitFor();
    await page.reload();
    await message(page, "Ask @Benedict Bell, Benedict Bell or @supper").waitFor();
    await windows.owner.callEndpoint(`/users/${windows.benId}`, "PATCH", { full_name: "Ben Bell" });
  });
});
