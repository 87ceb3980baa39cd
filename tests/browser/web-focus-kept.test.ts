import type { Page } from "playwright-core";
import { benEmail, describeInBrowser, message, until } from "../support/browser/web-windows";

jest.setTimeout(120_000);

/** What has the focus: its name, or its text. */
const focused = `(({ activeElement: one }) =>
  one.id || one.ariaLabel || one.textContent.trim())(document)`;
const untilFocused = (page: Page, what: string) => until(page, `${focused} === ${JSON.stringify(what)}`);

describeInBrowser(
  "where the focus stays when what has it moves, or is left for a while",
  (windows) => {
    const go = (page: Page, hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    const topic = (name: string) => `#narrow/channel/${windows.generalId}-general/topic/${name}`;
    /** Part of what loads once the window is idle. */
    const untilIdle = (page: Page) => page.getByRole("button", { name: "Poll or to-do list" }).waitFor();
    const subscribe = (...names: readonly string[]) =>
      windows.ben.callEndpoint("/users/me/subscriptions", "POST", {
        subscriptions: JSON.stringify(names.map((name) => ({ name }))),
      });

    test("the menu of a channel in the sidebar stays with the channel when its row moves, and goes to a neighbor when it leaves", async () => {
      await subscribe("alpha", "beta", "gamma");
      await windows.send(windows.ben, "sidebar", "Begin");
      const ben = await windows.openAs(benEmail);
      await go(ben, topic("sidebar"));
      await untilIdle(ben);
      const act = async (channel: string, action: string) => {
        await ben.getByRole("button", { name: `Actions on ${channel}` }).press("Enter");
        await ben.getByRole("menuitem", { name: action, exact: true }).press("Enter");
      };
      const pinned = ben.getByRole("region", { name: "Pinned" });
      const sidebarItem = (channel: string) => ben.locator("#side li").filter({ hasText: channel });
      await act("beta", "Pin channel");
      await pinned.getByText("beta").waitFor();
      await untilFocused(ben, "Actions on beta");
      await act("beta", "Unpin channel");
      await pinned.waitFor({ state: "detached" });
      await untilFocused(ben, "Actions on beta");
      await act("alpha", "Mute channel");
      await sidebarItem("alpha").locator(".side-link.muted").waitFor();
      await untilFocused(ben, "Actions on alpha");
      await act("alpha", "Unmute channel");
      await sidebarItem("alpha").locator(".side-link:not(.muted)").waitFor();
      await untilFocused(ben, "Actions on alpha");
      await act("beta", "Leave");
      await sidebarItem("beta").waitFor({ state: "detached" });
      await untilFocused(ben, "Actions on gamma");
      // The last one of a group takes the group with it.
      await act("gamma", "Pin channel");
      await pinned.getByText("gamma").waitFor();
      await untilFocused(ben, "Actions on gamma");
      await act("gamma", "Leave");
      await pinned.waitFor({ state: "detached" });
      await until(ben, "document.activeElement.closest('#side li') !== null");
    });

    test("the menu of a topic in the sidebar stays with it when it is resolved", async () => {
      await windows.send(windows.ben, "chores", "Begin");
      const ben = await windows.openAs(benEmail);
      await go(ben, topic("chores"));
      await untilIdle(ben);
      await ben.locator("#side").getByRole("button", { name: "Actions on chores" }).press("Enter");
      await ben.getByRole("menuitem", { name: "Mark as resolved" }).press("Enter");
      await ben.locator("#side").getByRole("button", { name: "Actions on ✔ chores" }).waitFor();
      await untilFocused(ben, "Actions on ✔ chores");
    });

    test.each([
      ["#inbox", "Inbox"],
      ["#recent", "Recent"],
    ])("%s is where it was after a conversation has been read", async (hash, heading) => {
      const name = (at: number) => `${heading.toLowerCase()} ${String(at).padStart(2, "0")}`;
      const ids: number[] = [];
      for (let at = 0; at < 40; at += 1)
        ids.push(await windows.send(windows.owner, name(at), `Message ${at} for ${heading}`));
      const ben = await windows.openAs(benEmail);
      await go(ben, hash);
      await ben.getByRole("heading", { name: heading }).waitFor();
      // What keeps the place loads once the window is idle, with the toasts.
      await ben.locator(".toasts[role=status]").waitFor({ state: "attached" });
      const row = (at: number) => ben.locator(".inbox-row").filter({ hasText: name(at) });
      const untilOnRow = (at: number) =>
        until(ben, `document.activeElement.matches(".inbox-row") && ${focused}.includes("${name(at)}")`);
      // Further down than the window is high, in either order.
      const at = hash === "#inbox" ? 10 : 8;
      await row(at).focus();
      const top = () => ben.evaluate("Math.round(document.querySelector('.page').scrollTop)");
      const before = await top();
      expect(before).toBeGreaterThan(0);
      // On a slow machine the message would be read, and gone from the inbox.
      await ben.route("**/json/messages/flags", (route) =>
        route.fulfill({ json: { result: "success", msg: "" } }),
      );
      for (const back of [() => ben.goBack(), () => ben.keyboard.press(hash === "#inbox" ? "Escape" : "t")]) {
        await ben.keyboard.press("Enter");
        await message(ben, `Message ${at} for ${heading}`).waitFor();
        await back();
        await ben.getByRole("heading", { name: heading }).waitFor();
        await untilOnRow(at);
        expect(Math.abs(Number(await top()) - Number(before))).toBeLessThan(60);
      }
      if (hash !== "#inbox") return;
      await ben.unrouteAll();
      // What has been read is no longer there: its neighbor has the focus.
      await ben.keyboard.press("Enter");
      await message(ben, `Message ${at} for ${heading}`).waitFor();
      await windows.ben.callEndpoint("/messages/flags", "POST", {
        messages: JSON.stringify([ids[at]]),
        op: "add",
        flag: "read",
      });
      await until(ben, "document.querySelector('article[data-unread]') === null");
      await ben.goBack();
      await ben.getByRole("heading", { name: heading }).waitFor();
      await until(ben, "document.activeElement.matches('.inbox-row')");
      const [there] = await ben.locator(".inbox-row:focus").allInnerTexts();
      expect(there).toMatch(new RegExp(`${name(at - 1)}|${name(at + 1)}`));
    });

    test("files that are canceled or removed hand it on to the next one, or to the text", async () => {
      await windows.send(windows.ben, "files", "Begin");
      const ben = await windows.openAs(benEmail);
      await go(ben, topic("files"));
      await untilIdle(ben);
      await ben.route("**/api/v1/tus/**", () => new Promise(() => undefined));
      const file = (name: string, size: number) => ({
        name,
        mimeType: "application/pdf",
        buffer: Buffer.alloc(size, "a"),
      });
      await ben
        .locator(".compose")
        .getByLabel("Attach files")
        .setInputFiles([file("one.pdf", 10), file("two.pdf", 10), file("large.pdf", 3 << 20)]);
      const button = (name: string) => ben.getByRole("button", { name });
      await button("Cancel one.pdf").press("Enter");
      await untilFocused(ben, "Cancel two.pdf");
      await button("Cancel two.pdf").press("Enter");
      await button("Remove large.pdf").waitFor();
      await untilFocused(ben, "Remove large.pdf");
      expect(await button("Try again: large.pdf").count()).toBe(0);
      await button("Remove large.pdf").press("Enter");
      await until(ben, "document.activeElement.matches('.compose textarea')");
    });

    test("a file for which there is no space isn't tried again, and is gone once the message is sent", async () => {
      await windows.send(windows.ben, "space", "Begin");
      const ben = await windows.openAs(benEmail);
      await go(ben, topic("space"));
      await untilIdle(ben);
      await ben.route("**/api/v1/tus**", (route) =>
        route.fulfill({
          status: 413,
          json: { result: "error", code: "REALM_UPLOAD_QUOTA", msg: "No space is left." },
        }),
      );
      await ben
        .locator(".compose")
        .getByLabel("Attach files")
        .setInputFiles({ name: "big.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(10, "a") });
      const row = ben.locator(".uploads").getByText("big.pdf");
      await ben.getByRole("button", { name: "Remove big.pdf" }).waitFor();
      expect(await ben.getByRole("button", { name: "Try again: big.pdf" }).count()).toBe(0);
      const field = ben.locator(".compose textarea");
      await field.fill("Without it, then");
      await field.press("Enter");
      await message(ben, "Without it, then").waitFor();
      expect(await row.count()).toBe(0);
    });

    test("F6 reaches what a toast offers", async () => {
      const id = await windows.send(windows.ben, "toasts", "Star me");
      const ben = await windows.openAs(benEmail);
      await go(ben, topic("toasts"));
      await untilIdle(ben);
      await message(ben, "Star me").focus();
      await ben.keyboard.press("Control+s");
      await message(ben, "Star me").getByTitle("Starred").waitFor();
      await ben.keyboard.press("Control+s");
      await ben.locator(".toast").getByRole("button", { name: "Undo" }).waitFor();
      for (let steps = 0; steps < 6; steps += 1) {
        await ben.keyboard.press("F6");
        if (await ben.evaluate("document.activeElement.closest('.toast') !== null")) break;
      }
      await untilFocused(ben, "Undo");
      await ben.keyboard.press("Enter");
      await message(ben, "Star me").getByTitle("Starred").waitFor();
      await until(ben, `document.activeElement !== document.body && ${id} > 0`);
    });

    test("a scheduled message that was edited keeps it", async () => {
      for (const [index, content] of ["First plan", "Second plan", "Third plan"].entries())
        await windows.ben.callEndpoint("/scheduled_messages", "POST", {
          type: "stream",
          to: windows.generalId,
          topic: "plans",
          content,
          scheduled_delivery_timestamp: Math.ceil(Date.now() / 1000) + 3600 * (index + 1),
        });
      const ben = await windows.openAs(benEmail);
      await go(ben, topic("plans"));
      await go(ben, "#scheduled");
      const row = (text: string) => ben.locator(".pending-list > li").filter({ hasText: text });
      await row("First plan").getByRole("button", { name: "Edit" }).press("Enter");
      await ben.getByRole("textbox", { name: "Edit message" }).fill("Changed plan");
      await ben.getByRole("button", { name: "Save" }).press("Enter");
      await row("Changed plan").getByText("Changed plan").waitFor();
      await ben.waitForTimeout(500);
      expect(await row("Changed plan").locator(":focus").innerText()).toBe("Edit");
      await ben.keyboard.press("Enter");
      await ben.getByRole("textbox", { name: "Edit message" }).fill("Better plan");
      await ben.keyboard.press("Control+Enter");
      await row("Better plan").getByText("Better plan").waitFor();
      await ben.waitForTimeout(500);
      expect(await row("Better plan").locator(":focus").innerText()).toBe("Edit");
      // Another time moves its row.
      const { scheduled_messages: all } = (await windows.ben.callEndpoint(
        "/scheduled_messages",
        "GET",
        {},
      )) as unknown as {
        readonly scheduled_messages: readonly { scheduled_message_id: number; content: string }[];
      };
      const id = all.find(({ content }) => content === "Better plan")?.scheduled_message_id;
      await windows.ben.callEndpoint(`/scheduled_messages/${id}`, "PATCH", {
        scheduled_delivery_timestamp: Math.ceil(Date.now() / 1000) + 9000,
      });
      await ben.locator(".pending-list > li:nth-child(2)").filter({ hasText: "Better plan" }).waitFor();
      await ben.waitForTimeout(500);
      expect(await row("Better plan").locator(":focus").innerText()).toBe("Edit");
    });

    test("a second click on a reaction that isn't answered yet complains about nothing", async () => {
      const id = await windows.send(windows.owner, "clicks", "React to me");
      await windows.owner.callEndpoint(`/messages/${id}/reactions`, "POST", { emoji_name: "tada" });
      const ben = await windows.openAs(benEmail);
      await go(ben, topic("clicks"));
      await untilIdle(ben);
      let answers = 0;
      await ben.route(`**/messages/${id}/reactions`, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        await route.continue();
      });
      ben.on("response", (one) => {
        if (one.url().includes("/reactions")) answers += 1;
      });
      await ben.getByRole("button", { name: /^tada by/ }).dblclick();
      while (answers < 2) await ben.waitForTimeout(50);
      await ben.getByRole("button", { name: /^tada by.*Ben/ }).waitFor();
      expect(await ben.locator(".toast").count()).toBe(0);
    });

    test("a switch of a channel that couldn't be turned stays as it was", async () => {
      const ben = await windows.openAs(benEmail);
      await go(ben, `#channels/${windows.generalId}/general/personal`);
      const box = ben.getByRole("checkbox", { name: "Mute channel" });
      await box.waitFor();
      await ben.route(`**/users/me/subscriptions/${windows.generalId}`, (route) => route.abort());
      await box.press(" ");
      await ben.locator(".toast").waitFor();
      expect(await box.isChecked()).toBe(false);
    });

    /** Opens the question whether to delete a message of a topic. */
    const askToDelete = async (page: Page, name: string, text: string): Promise<void> => {
      await go(page, topic(name));
      await untilIdle(page);
      await message(page, text).focus();
      await page.keyboard.press("i");
      await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
    };

    test("when a topic's last message is deleted, the note that nothing is there takes it", async () => {
      await windows.send(windows.ben, "single", "All there is");
      const ben = await windows.openAs(benEmail);
      await askToDelete(ben, "single", "All there is");
      await ben.getByRole("button", { name: "Delete", exact: true }).press("Enter");
      await untilFocused(ben, "Nothing here yet.");
    });

    test("a message that somebody else has just deleted is gone, and nothing else is said", async () => {
      const id = await windows.send(windows.ben, "gone", "Delete me");
      await windows.send(windows.ben, "gone", "Leave me");
      const ben = await windows.openAs(benEmail);
      await askToDelete(ben, "gone", "Delete me");
      await ben.getByRole("dialog").waitFor();
      await windows.owner.callEndpoint(`/messages/${id}`, "DELETE", {});
      await ben.getByRole("button", { name: "Delete", exact: true }).press("Enter");
      await ben.locator(".toast").waitFor();
      expect(await ben.locator(".toast").innerText()).toBe("The message was already deleted.");
    });

    test.each([
      ["quoting", ">", false],
      ["forwarding", "<", false],
      ["starring", "Control+s", true],
      ["reacting to", "+", true],
    ])("%s a message that is being deleted says so", async (what, key, isWrite) => {
      const id = await windows.send(windows.ben, "going", `Before ${what}`);
      const ben = await windows.openAs(benEmail);
      await go(ben, topic("going"));
      await untilIdle(ben);
      // The request meets the deletion on its way.
      await ben.route(
        (url) => new RegExp(`/messages/(?:${id}|flags)`).test(url.pathname),
        async (route) => {
          if (isWrite === (route.request().method() === "POST"))
            await windows.owner.callEndpoint(`/messages/${id}`, "DELETE", {}).catch(() => undefined);
          await route.continue();
        },
      );
      await message(ben, `Before ${what}`).focus();
      await ben.keyboard.press(key);
      await ben.locator(".toast").waitFor();
      expect(await ben.locator(".toast").allInnerTexts()).toEqual(["The message was already deleted."]);
    });

    test("push notifications that the server doesn't send aren't offered, and those that couldn't be turned on stay off", async () => {
      const context = await windows.browser.newContext({ permissions: ["notifications"] });
      const ben = await windows.logInWith(context, benEmail);
      await go(ben, "#settings/notifications");
      const box = ben.getByRole("checkbox", { name: "Even when Parley isn’t open" });
      await box.waitFor();
      await ben.getByText("This server doesn’t send notifications to browsers").waitFor();
      expect(await box.isDisabled()).toBe(true);
      await ben.route("**/web_push_subscriptions/key", (route) =>
        route.fulfill({ json: { result: "success", msg: "", public_key: "AAAA" } }),
      );
      await go(ben, "#settings/profile");
      await ben.getByRole("heading", { name: "Profile" }).first().waitFor();
      await go(ben, "#settings/notifications");
      await box.press(" ");
      await ben.locator(".toast").waitFor();
      expect(await box.isChecked()).toBe(false);
    });
  },
  () => ({ PARLEY_MAX_UPLOAD_MIB: "1", PARLEY_PUSH: "off" }),
);
