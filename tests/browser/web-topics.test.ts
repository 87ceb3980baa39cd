import type { Page } from "playwright-core";
import {
  allWindows,
  benEmail,
  check,
  choose,
  describeInBrowser,
  message,
  until,
} from "../support/browser/web-windows";

jest.setTimeout(120_000);

const ownerEmail = "owner@example.com";

const openTopic = async (page: Page, url: string, channelId: number, topic: string): Promise<void> => {
  await page.goto(`${url}/#narrow/channel/${channelId}-general/topic/${topic.replaceAll(" ", ".20")}`);
};
const chooseForTopic = async (page: Page, act: string): Promise<void> => {
  await page.getByRole("button", { name: "Topic actions" }).click();
  await page.getByRole("menuitem", { name: act }).click();
};
const headingOf = (page: Page) => page.getByRole("heading", { level: 1 });

describeInBrowser("topics and messages in the web client", (windows) => {
  const { openAs } = windows;
  const inGeneral = (page: Page, topic: string) => openTopic(page, windows.url, windows.generalId, topic);

  test("a user resolves and reopens a topic, and other readers stay in it", async () => {
    await windows.send(windows.owner, "printer", "It is jammed");
    const [olive, ben] = [await openAs(ownerEmail), await openAs(benEmail)];
    await inGeneral(olive, "printer");
    await inGeneral(ben, "printer");
    await message(ben, "It is jammed").waitFor();
    await olive.getByRole("button", { name: "Mark as resolved" }).click();
    await headingOf(olive).filter({ hasText: "✔ printer" }).waitFor();
    await headingOf(ben).filter({ hasText: "✔ printer" }).waitFor();
    await message(ben, "It is jammed").waitFor();
    await olive.getByRole("button", { name: "Undo" }).click();
    await headingOf(ben).filter({ hasText: "general›printer" }).waitFor();
    await message(ben, "It is jammed").waitFor();
  });

  test("the channel's menu lists all its topics with their unread messages, to look through", async () => {
    for (let index = 1; index <= 20; index += 1)
      await windows.send(windows.owner, `shelf ${index}`, `Book ${index}`);
    const ben = await openAs(benEmail);
    await ben.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general`);
    await ben.getByRole("button", { name: "Channel actions" }).click();
    await ben.getByRole("menuitem", { name: "All topics" }).click();
    const list = ben.getByRole("dialog", { name: "Topics of #general" });
    await until(ben, `[...document.querySelectorAll("dialog [role=option]")].length >= 20`);
    await list.getByRole("option", { name: /shelf 1\b.*1$/ }).waitFor();
    await check(ben, "all-topics");
    await ben.keyboard.type("shelf 13");
    await until(ben, `[...document.querySelectorAll("dialog [role=option]")].length === 1`);
    await ben.keyboard.press("Enter");
    await message(ben, "Book 13").waitFor();
  });

  test("followed topics have a view of their own, which the sidebar leads to", async () => {
    await windows.send(windows.owner, "followed", "Step one");
    await windows.send(windows.owner, "passed by", "Step two");
    const ben = await openAs(benEmail);
    await inGeneral(ben, "followed");
    await ben.getByRole("button", { name: "Follow topic" }).click();
    const side = ben.getByRole("navigation", { name: "Channels and views" });
    await side.getByRole("link", { name: "Followed topics" }).click();
    await headingOf(ben).filter({ hasText: "Followed topics" }).waitFor();
    await message(ben, "Step one").waitFor();
    expect(await message(ben, "Step two").count()).toBe(0);
  });

  test("a user renames a topic by keyboard alone, with an undo", async () => {
    await windows.send(windows.owner, "lunhc", "Soup?");
    const olive = await openAs(ownerEmail);
    await inGeneral(olive, "lunhc");
    await message(olive, "Soup?").focus();
    await olive.keyboard.press("m");
    await olive.getByRole("dialog", { name: "Move messages" }).waitFor();
    await olive.keyboard.press("Control+a");
    await olive.keyboard.type("lunch");
    await olive.getByRole("radio", { name: "All messages in this topic" }).press("Space");
    await olive.getByRole("button", { name: "Move", exact: true }).press("Enter");
    await headingOf(olive).filter({ hasText: "lunch" }).waitFor();
    await message(olive, "Soup?").waitFor();
    await olive.getByRole("button", { name: "Undo" }).press("Enter");
    await headingOf(olive).filter({ hasText: "lunhc" }).waitFor();
    await message(olive, "Soup?").waitFor();
  });

  test("an undo stays within reach while other things are done", async () => {
    await windows.send(windows.owner, "hurry", "Wrong topic");
    await windows.send(windows.owner, "hurry", "Right topic");
    const olive = await openAs(ownerEmail);
    await inGeneral(olive, "hurry");
    await choose(olive, "Wrong topic", "Move messages");
    await olive.getByLabel("Topic", { exact: true }).fill("leisure");
    await olive.getByRole("radio", { name: "This message only" }).check();
    await olive.getByRole("button", { name: "Move", exact: true }).click();
    await message(olive, "Wrong topic").waitFor({ state: "detached" });
    await chooseForTopic(olive, "Mute topic");
    await chooseForTopic(olive, "Copy link to topic");
    await olive.getByText("Link copied.").waitFor();
    const shown = olive.locator(".toast");
    expect(await shown.count()).toBe(3);
    await check(olive, "several-toasts");
    await shown.filter({ hasText: "Moved." }).getByRole("button", { name: "Undo" }).click();
    await message(olive, "Wrong topic").waitFor();
    await shown.filter({ hasText: "Topic muted." }).getByRole("button", { name: "Undo" }).click();
    await chooseForTopic(olive, "Mute topic");
  });

  test("a user moves one message, all later ones or a whole topic", async () => {
    for (const text of ["one", "two", "three", "four"]) await windows.send(windows.owner, "mixed", text);
    const olive = await openAs(ownerEmail);
    const move = async (text: string, mode: string, topic: string): Promise<void> => {
      await inGeneral(olive, "mixed");
      await message(olive, text).waitFor();
      await choose(olive, text, "Move messages");
      await olive.getByLabel("Topic", { exact: true }).fill(topic);
      await olive.getByLabel("Send a notice to the new topic").uncheck();
      await olive.getByRole("radio", { name: mode }).check();
      await olive.getByRole("button", { name: "Move", exact: true }).click();
      await olive.getByRole("dialog").waitFor({ state: "detached" });
    };
    await move("one", "This message only", "first");
    await move("three", "This message and all later ones", "last");
    await inGeneral(olive, "mixed");
    await message(olive, "two").waitFor();
    await message(olive, "one").waitFor({ state: "detached" });
    await message(olive, "three").waitFor({ state: "detached" });
    await inGeneral(olive, "last");
    await message(olive, "three").waitFor();
    await message(olive, "four").waitFor();
  });

  test("undoing a move takes back what was moved, and leaves the notice and what others wrote in both topics since", async () => {
    const { owner, send } = windows;
    const textsIn = async (topic: string): Promise<readonly string[]> => {
      const narrow = JSON.stringify([
        { operator: "channel", operand: windows.generalId },
        { operator: "topic", operand: topic },
      ]);
      const query = { narrow, anchor: "newest", num_before: 200, num_after: 0, apply_markdown: false };
      const { messages } = (await owner.callEndpoint("/messages", "GET", query)) as unknown as {
        readonly messages: readonly { readonly content: string }[];
      };
      return messages.map(({ content }) => (/moved here/.test(content) ? "notice" : content));
    };
    /** Moves the end of a topic, lets others write in both topics, undoes it, and returns what is in both. */
    const takeApart = async (topic: string, to: string, answers: number, additions: number) => {
      for (const text of ["begin", "middle", "end"]) await send(owner, topic, text);
      const olive = await openAs(ownerEmail);
      await inGeneral(olive, topic);
      await message(olive, "middle").waitFor();
      await choose(olive, "middle", "Move messages");
      await olive.getByLabel("Topic", { exact: true }).fill(to);
      await olive.getByRole("radio", { name: "This message and all later ones" }).check();
      await olive.getByRole("button", { name: "Move", exact: true }).click();
      await message(olive, "middle").waitFor({ state: "detached" });
      const undo = olive.getByRole("button", { name: "Undo" });
      // What has the pointer stays, however long others take to write.
      await undo.hover();
      for (let count = 0; count < Math.max(answers, additions); count += 1) {
        if (count < answers) await send(windows.ben, to, "answer");
        if (count < additions) await send(windows.ben, topic, "addition");
      }
      const undone = olive.waitForResponse(
        (answer) => answer.request().method() === "PATCH" && answer.url().includes("/json/messages/"),
      );
      await undo.click();
      await undone;
      await message(olive, "middle").waitFor();
      await message(olive, "end").waitFor();
      for (let tries = 0; ; tries += 1) {
        const found = [await textsIn(to), await textsIn(topic)] as const;
        const [there, here] = found.map(({ length }) => length);
        if ((there === 1 + answers && here === 3 + additions) || tries === 50) return found;
        await olive.waitForTimeout(100);
      }
    };
    const times = (count: number, text: string): readonly string[] => Array(count).fill(text);
    const before = ["begin", "middle", "end"];
    for (const [answers, additions] of [
      [1, 0],
      [1, 3],
      [120, 2],
    ] as const) {
      const [there, here] = await takeApart(
        `apart ${answers} ${additions}`,
        `aside ${answers} ${additions}`,
        answers,
        additions,
      );
      expect(there).toEqual(["notice", ...times(answers, "answer")]);
      expect(here).toEqual([...before, ...times(additions, "addition")]);
    }
  });

  test("whoever reads a topic that loses its end stays there, with what they write, and finds the rest unread elsewhere", async () => {
    for (const text of ["stays", "goes", "goes too"]) await windows.send(windows.owner, "split", text);
    const [olive, ben] = [await openAs(ownerEmail), await openAs(benEmail)];
    await windows.ben.callEndpoint("/mark_all_as_read", "POST", {});
    for (const page of [olive, ben]) await inGeneral(page, "split");
    await ben.getByRole("textbox", { name: "Message split" }).fill("Half written");
    await message(ben, "goes too").focus();
    // Read no further from here on.
    await ben.evaluate("document.hasFocus = () => false");
    await windows.send(windows.owner, "split", "goes last");
    await message(ben, "goes last").waitFor();
    await message(olive, "goes").first().waitFor();
    await choose(olive, /goes$/, "Move messages");
    await olive.getByLabel("Topic", { exact: true }).fill("split off");
    await olive.getByRole("radio", { name: "This message and all later ones" }).check();
    await olive.getByRole("button", { name: "Move", exact: true }).click();
    for (const page of [olive, ben]) {
      for (const text of [/goes$/, "goes too", "goes last"])
        await message(page, text).waitFor({ state: "detached" });
      await message(page, "stays").waitFor();
      expect(await page.evaluate("location.hash")).toMatch(/\/topic\/split$/);
    }
    await expect(ben.getByRole("textbox", { name: "Message split" }).inputValue()).resolves.toBe(
      "Half written",
    );
    // The focus stays among the messages.
    await until(ben, "document.activeElement.innerText.includes('stays')");
    const there = ben.locator("#side").getByRole("link", { name: /^split off/ });
    // What was unread, and the notice.
    expect((await there.locator(".count").innerText()).replace(/\D/g, "")).toBe("2");
    await there.click();
    for (const text of [/goes$/, "goes too", "goes last", "3 messages were moved here"])
      await message(ben, text).first().waitFor();
    await olive.getByRole("button", { name: "Undo" }).click();
    await message(olive, "goes last").waitFor();
  });

  test("a refusal appears in the dialog that caused it", async () => {
    await windows.send(windows.owner, "kept", "Stays here");
    const olive = await openAs(ownerEmail);
    await inGeneral(olive, "kept");
    await message(olive, "Stays here").waitFor();
    await chooseForTopic(olive, "Move or rename topic");
    await olive.getByLabel("Topic", { exact: true }).fill("elsewhere");
    await olive.route("**/json/messages/*", (route) =>
      route.fulfill({ status: 400, json: { result: "error", code: "BAD_REQUEST", msg: "Not today" } }),
    );
    await olive.getByRole("button", { name: "Move", exact: true }).click();
    await olive.getByRole("alert").filter({ hasText: "Not today" }).waitFor();
    await olive.unroute("**/json/messages/*");
  });

  test("a user mutes, follows and marks a topic as unread, and undoes each", async () => {
    await windows.send(windows.owner, "noise", "Beep");
    const ben = await openAs(benEmail);
    const row = ben.getByRole("main").getByRole("link", { name: /noise/ });
    await row.waitFor();
    await inGeneral(ben, "noise");
    await chooseForTopic(ben, "Mark as read");
    await ben.getByText("Marked as read.").waitFor();
    await ben.goto(`${windows.url}/#inbox`);
    await row.waitFor({ state: "detached" });
    await ben.getByRole("button", { name: "Undo" }).click();
    await row.waitFor();
    await inGeneral(ben, "noise");
    await chooseForTopic(ben, "Mute topic");
    await ben.getByText("Topic muted.").waitFor();
    await ben.goto(`${windows.url}/#inbox`);
    await row.waitFor({ state: "detached" });
    await ben.getByRole("button", { name: "Undo" }).click();
    await row.waitFor();
    await inGeneral(ben, "noise");
    await ben.getByRole("button", { name: "Follow topic" }).click();
    await ben.getByText("You are following this topic.").waitFor();
    await ben.getByRole("button", { name: "Follow topic", pressed: true }).waitFor();
  });

  test("a topic is deleted only after confirmation", async () => {
    await windows.send(windows.owner, "mistake", "Never mind");
    const [olive, ben] = [await openAs(ownerEmail), await openAs(benEmail)];
    for (const page of [olive, ben]) await inGeneral(page, "mistake");
    await message(ben, "Never mind").waitFor();
    await chooseForTopic(olive, "Delete topic");
    await olive.getByRole("button", { name: "Cancel" }).click();
    await message(olive, "Never mind").waitFor();
    await chooseForTopic(olive, "Delete topic");
    await olive.getByRole("button", { name: "Delete topic" }).click();
    await message(ben, "Never mind").waitFor({ state: "detached" });
    // Ben can't delete other people's messages, and isn't offered to.
    await windows.send(windows.owner, "safe", "Mine");
    await inGeneral(ben, "safe");
    await message(ben, "Mine").waitFor();
    await ben.getByRole("button", { name: "Topic actions" }).click();
    await ben.getByRole("menuitem", { name: "Copy link to topic" }).waitFor();
    await expect(ben.getByRole("menuitem", { name: "Delete topic" }).count()).resolves.toBe(0);
  });

  test("a user sees a message's edit history and read receipts, and copies its link", async () => {
    const id = await windows.send(windows.owner, "versions", "At nine");
    await windows.owner.callEndpoint(`/messages/${id}`, "PATCH", { content: "At ten" });
    await windows.ben.callEndpoint("/messages/flags", "POST", {
      messages: JSON.stringify([id]),
      op: "add",
      flag: "read",
    });
    const olive = await openAs(ownerEmail);
    await inGeneral(olive, "versions");
    await message(olive, "At ten").waitFor();
    await message(olive, "At ten").focus();
    await olive.keyboard.press("Shift+H");
    const history = olive.getByRole("dialog", { name: "Edit history" });
    await history.getByText("At nine").waitFor();
    await expect(history.getByRole("listitem").allInnerTexts()).resolves.toEqual([
      expect.stringMatching(/^Edited by Olive Owner.*\n+At\s+deleted:\s+nine\s+inserted:\s+ten$/),
      expect.stringMatching(/^Written by Olive Owner.*\n+At nine$/),
    ]);
    await olive.keyboard.press("Escape");
    await choose(olive, "At ten", "Read receipts");
    const readers = olive.getByRole("dialog", { name: "Read receipts" });
    await readers.getByRole("button", { name: "Ben Bell" }).waitFor();
    await olive.keyboard.press("Escape");
    await choose(olive, "At ten", "Copy link to message");
    await olive.getByText("Link copied.").waitFor();
    await expect(olive.evaluate("navigator.clipboard.readText()")).resolves.toBe(
      `${windows.url}/#narrow/channel/${windows.generalId}-general/topic/versions/near/${id}`,
    );
  });

  test("a user marks messages as unread from one on, and restars a message with undo", async () => {
    for (const text of ["alpha", "beta", "gamma"]) await windows.send(windows.owner, "again", text);
    const olive = await openAs(ownerEmail);
    await inGeneral(olive, "again");
    await message(olive, "beta").waitFor();
    await choose(olive, "beta", "Star");
    await message(olive, "beta").getByText("★").waitFor();
    await choose(olive, "beta", "Remove star");
    await message(olive, "beta").getByText("★").waitFor({ state: "detached" });
    await olive.getByRole("button", { name: "Undo" }).click();
    await message(olive, "beta").getByText("★").waitFor();
    await message(olive, "beta").focus();
    await olive.keyboard.press("Shift+U");
    await olive.getByText("Marked as unread from here.").waitFor();
    // As in Zulip, the view marks nothing as read from then on, not even new messages, until it is opened again.
    await windows.send(windows.ben, "again", "delta");
    await message(olive, "delta").waitFor();
    await olive.mouse.move(400, 300);
    await olive.waitForTimeout(1500);
    await olive.mouse.move(410, 310);
    await olive.waitForTimeout(500);
    await olive.evaluate(`location.hash = "#inbox"`);
    await olive
      .getByRole("main")
      .getByRole("link", { name: /again 3/ })
      .click();
    await message(olive, "delta").waitFor();
    await olive.waitForTimeout(1500);
    await olive.mouse.move(400, 300);
    await until(olive, "document.querySelector('article[data-unread]') === null");
  });

  test.each(allWindows)("menus and dialogs are accessible: %s", async (name, options) => {
    const id = await windows.send(windows.owner, "looks", "Look at this");
    await windows.owner.callEndpoint(`/messages/${id}`, "PATCH", { content: `Look at **this** ${name}` });
    const olive = await openAs(ownerEmail, options);
    await inGeneral(olive, "looks");
    const row = message(olive, `Look at this ${name}`);
    await row.waitFor();
    await olive.getByRole("button", { name: "Topic actions" }).click();
    await olive.getByRole("menuitem", { name: "Copy link to topic" }).waitFor();
    await check(olive, `topic-menu-${name}`);
    await olive.keyboard.press("Escape");
    await row.focus();
    await olive.keyboard.press("i");
    await olive.getByRole("menuitem", { name: "Read receipts" }).waitFor();
    await check(olive, `message-menu-${name}`);
    await olive.keyboard.press("Escape");
    for (const [key, title, screen] of [
      ["m", "Move messages", "move"],
      ["Shift+H", "Edit history", "history"],
      ["Shift+V", "Read receipts", "receipts"],
    ] as const) {
      await row.focus();
      await olive.keyboard.press(key);
      await olive.getByRole("heading", { name: title }).waitFor();
      await check(olive, `${screen}-${name}`);
      await olive.keyboard.press("Escape");
    }
  });

  test("only the first of several messages moved together says so, and so does each message moved by itself", async () => {
    const { owner, send } = windows;
    const ids: number[] = [];
    for (const text of ["Head", "First", "Second", "Third", "Alone"])
      ids.push(await send(owner, "before", text));
    const move = (id: number | undefined, propagate_mode: string) =>
      owner.callEndpoint(`/messages/${id}`, "PATCH", { topic: "after", propagate_mode });
    await move(ids[4], "change_one");
    // Times are in seconds.
    const now = Math.floor(Date.now() / 1000);
    while (Math.floor(Date.now() / 1000) === now) await new Promise((resolve) => setTimeout(resolve, 20));
    await move(ids[0], "change_all");
    const olive = await windows.openAs("owner@example.com");
    await olive.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general/topic/after`);
    await message(olive, "Alone").waitFor();
    const saying = `[...document.querySelectorAll("article")]
      .filter((one) => [...one.querySelectorAll(".mark")].some((mark) => mark.innerText === "moved"))
      .map((one) => one.querySelector(".words").innerText.trim())`;
    expect(await olive.evaluate(saying)).toEqual(["Head", "Alone"]);
  });
});
