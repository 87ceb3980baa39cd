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

  test("an administrator is offered to join a private channel only if its settings let them", async () => {
    const made = await windows.ben.callEndpoint("/channels/create", "POST", {
      name: "vault",
      subscribers: JSON.stringify([windows.benId]),
      invite_only: "true",
    });
    const { id } = made as { id: number };
    const olive = await openAs("owner@example.com");
    const join = olive.getByRole("main").getByRole("button", { name: /^Join/ });
    await olive.goto(`${windows.url}/#narrow/channel/${id}-vault`);
    await olive.getByRole("heading", { name: "vault", level: 1 }).waitFor();
    await olive.getByRole("main").getByRole("combobox", { name: "Search" }).waitFor();
    await expect(join.count()).resolves.toBe(0);
    await olive.goto(`${windows.url}/#channels/${id}/vault/personal`);
    await olive.getByText("You can’t join this channel by yourself.").waitFor();
    await check(olive, "cannot-join");
    await expect(join.count()).resolves.toBe(0);
    const member = { direct_members: [1], direct_subgroups: [] };
    await windows.ben.callEndpoint(`/streams/${id}`, "PATCH", {
      can_subscribe_group: JSON.stringify({ new: member }),
    });
    await join.waitFor();
    await olive.goto(`${windows.url}/#narrow/channel/${id}-vault`);
    await join.click();
    await join.waitFor({ state: "detached" });
    await olive.getByRole("button", { name: "Channel actions" }).waitFor();
  });
});
