import {
  allWindows,
  benEmail,
  check,
  describeInBrowser,
  message,
  write,
} from "../support/browser/web-windows";

jest.setTimeout(120_000);

const ownerEmail = "owner@example.com";

describeInBrowser("the web client", (windows) => {
  const { openAs } = windows;

  const unreadOfBen = async (): Promise<number> => {
    const { unread_msgs } = (await windows.ben.callEndpoint("/register", "POST", {
      fetch_event_types: JSON.stringify(["message", "update_message_flags"]),
      event_types: JSON.stringify([]),
    })) as { unread_msgs: { count: number } };
    return unread_msgs.count;
  };

  test("two people see each other's messages, mentions, reactions, edits and deletions in a topic at once", async () => {
    const [olive, ben] = [await openAs(ownerEmail), await openAs(benEmail)];
    await ben.getByText("All read").waitFor();

    await olive.getByRole("link", { name: "general", exact: true }).click();
    await olive.getByRole("button", { name: "New topic" }).click();
    await olive.getByLabel("Topic").fill("web client");
    const field = olive.getByRole("textbox", { name: "Message web client" });
    await field.fill("Shall we ship it, ");
    await field.press("End");
    await field.pressSequentially("@be");
    await olive.getByRole("option", { name: "Ben Bell" }).waitFor();
    await field.press("Enter");
    await field.press("Enter");
    await olive.getByRole("heading", { name: "general web client" }).waitFor();
    await message(olive, "Shall we ship it, @Ben Bell").waitFor();

    const row = ben.getByRole("main").getByRole("link", { name: /web client/ });
    await row.waitFor();
    await expect(row.innerText()).resolves.toMatch(/mentions you[\s\S]*1/);
    await expect(ben.title()).resolves.toBe("(1) Inbox - Example");
    await row.click();
    await message(ben, "Shall we ship it").waitFor();

    await ben.getByRole("textbox", { name: "Message web client" }).pressSequentially("Ye");
    await olive.getByText("Ben Bell is typing…").waitFor();
    await write(ben, "Yes :tada:");
    await message(olive, "Yes 🎉").waitFor();

    await message(olive, "Yes 🎉").hover();
    await message(olive, "Yes 🎉").getByRole("button", { name: "Add a reaction" }).click();
    await olive.getByLabel("Find an emoji").fill("thumbs_up");
    await olive.getByRole("option", { name: "thumbs up", exact: true }).waitFor();
    await olive.getByLabel("Find an emoji").press("Enter");
    const reaction = ben.getByRole("button", { name: /by Olive Owner/ });
    await reaction.waitFor();
    await reaction.click();
    await olive.getByRole("button", { name: /by Olive Owner, Ben Bell/ }).waitFor();

    await message(ben, "Yes 🎉").focus();
    await ben.keyboard.press("e");
    const edit = ben.getByRole("textbox", { name: "Edit message" });
    await edit.fill("Yes, on **Friday**");
    await edit.press("Enter");
    await message(olive, "Yes, on Friday").getByText("edited").waitFor();

    await message(ben, "on Friday").focus();
    await ben.keyboard.press("i");
    await ben.getByRole("menuitem", { name: "Delete" }).click();
    await ben.getByRole("button", { name: "Delete" }).click();
    await message(olive, "on Friday").waitFor({ state: "detached" });
  });

  test("loading messages doesn't mark them as read; viewing them while active does", async () => {
    const sent = { to: "general", topic: "attention", type: "stream", content: "Look here" };
    await windows.owner.callEndpoint("/messages", "POST", { ...sent, read_by_sender: "true" });
    const ben = await openAs(benEmail);
    await ben
      .getByRole("main")
      .getByRole("link", { name: /attention/ })
      .waitFor();
    const before = await unreadOfBen();
    await ben.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/attention"`);
    await message(ben, "Look here").waitFor();
    await ben.waitForTimeout(2500);
    expect(await unreadOfBen()).toBe(before);
    await ben.mouse.move(600, 400);
    for (let turn = 0; turn < 100 && (await unreadOfBen()) === before; turn += 1)
      await ben.waitForTimeout(100);
    expect(await unreadOfBen()).toBe(before - 1);
  });

  test("the input that leaves a topic marks what was read there, not what was only glanced at", async () => {
    for (const topic of ["studied", "pondered", "glanced at"])
      await windows.send(windows.owner, topic, `This is ${topic}`);
    const ben = await openAs(benEmail);
    const open = async (topic: string): Promise<void> => {
      await ben
        .getByRole("main")
        .getByRole("link", { name: new RegExp(topic) })
        .click();
      await message(ben, `This is ${topic}`).waitFor();
    };
    const toInbox = () =>
      ben
        .getByRole("navigation")
        .getByRole("link", { name: /^Inbox/ })
        .first()
        .click();
    const untilUnread = async (count: number): Promise<void> => {
      for (let turn = 0; turn < 50 && (await unreadOfBen()) !== count; turn += 1)
        await ben.waitForTimeout(100);
      expect(await unreadOfBen()).toBe(count);
    };
    const before = await unreadOfBen();
    await open("studied");
    await ben.waitForTimeout(2500);
    expect(await unreadOfBen()).toBe(before);
    await toInbox();
    await untilUnread(before - 1);
    await open("pondered");
    await ben.waitForTimeout(2500);
    await ben.goBack();
    await untilUnread(before - 2);
    await open("glanced at");
    await toInbox();
    await ben
      .getByRole("main")
      .getByRole("link", { name: /glanced at/ })
      .waitFor();
    await ben.waitForTimeout(1500);
    expect(await unreadOfBen()).toBe(before - 2);
  });

  test("a user finds a direct message and replies by keyboard alone", async () => {
    const [olive, ben] = [await openAs(ownerEmail), await openAs(benEmail)];
    await ben.keyboard.press("x");
    await ben.keyboard.type("oli");
    await ben.getByRole("option", { name: "Olive Owner" }).waitFor();
    await ben.keyboard.press("Enter");
    const field = ben.getByRole("textbox", { name: "Message Olive Owner" });
    await field.fill("Are you there?");
    await field.press("Enter");
    await ben.getByRole("heading", { name: "Olive Owner" }).waitFor();

    await olive
      .getByRole("main")
      .getByRole("link", { name: /Ben Bell/ })
      .waitFor();
    await olive.keyboard.press("p");
    await message(olive, "Are you there?").waitFor();
    await olive.keyboard.press("c");
    await olive.keyboard.type("Always");
    await olive.keyboard.press("Enter");
    await message(ben, "Always").waitFor();
    await olive.keyboard.press("Escape");
    await olive.keyboard.press("Escape");
    await olive.getByRole("heading", { name: "Inbox" }).waitFor();
    await olive.keyboard.press("Control+k");
    await olive.keyboard.type("gener");
    await olive.keyboard.press("Enter");
    await olive.getByRole("heading", { name: "general", exact: true }).waitFor();
  });

  test("messages written offline are sent once and in order, as soon as the browser is online again", async () => {
    const [olive, ben] = [await openAs(ownerEmail), await openAs(benEmail)];
    const at = `#narrow/dm/${windows.benId}`;
    await olive.goto(`${windows.url}/${at}`);
    await write(olive, "First");
    await message(olive, "First").waitFor();
    await olive.getByText("Sending…").waitFor({ state: "detached" });
    await olive.context().setOffline(true);
    await write(olive, "From the tunnel");
    await write(olive, "And out again");
    await olive.getByText("Sending…").nth(1).waitFor();
    // By now the wait between tries is longer than what this test allows.
    await olive.waitForTimeout(8000);
    await olive.context().setOffline(false);
    await olive.getByText("Sending…").first().waitFor({ state: "detached", timeout: 4000 });
    await message(olive, "And out again").waitFor();
    await ben
      .getByRole("main")
      .getByRole("link", { name: /Olive Owner/ })
      .click();
    await message(ben, "And out again").waitFor();
    const texts = (await ben.getByRole("article").allInnerTexts()).join("\n");
    expect(texts.match(/From the tunnel|And out again/g)).toEqual(["From the tunnel", "And out again"]);
  });

  test("a search shows the matching messages, and its URL reopens it", async () => {
    const olive = await openAs(ownerEmail);
    await olive.keyboard.press("/");
    await olive.keyboard.type("sender:Olive ship");
    await olive.keyboard.press("Enter");
    await message(olive, "Shall we ship it").waitFor();
    await expect(olive.locator(".highlight").first().innerText()).resolves.toBe("ship");
    await olive.reload();
    await message(olive, "Shall we ship it").waitFor();
  });

  test("a user scrolls through hundreds of messages to the first one, and the position holds while they load", async () => {
    for (let index = 0; index < 400; index += 1)
      await windows.owner.callEndpoint("/messages", "POST", {
        to: "general",
        topic: "long",
        type: "stream",
        content: `Line ${index}\n\nmore`,
        read_by_sender: "true",
      });
    const olive = await openAs(ownerEmail);
    await olive.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general/topic/long`);
    await message(olive, "Line 399").waitFor();
    const moved = (await olive.evaluate(`(async () => {
        const scroller = document.querySelector(".scroller");
        const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 10)));
        let worst = 0, most = 0;
        for (let turn = 0; turn < 600 && !document.body.innerText.includes("Line 0\\n"); turn += 1) {
          scroller.scrollTop -= 300;
          await frame();
          const top = scroller.getBoundingClientRect().top;
          const rows = [...scroller.querySelectorAll("[data-id]")];
          const first = rows.find((row) => row.getBoundingClientRect().bottom > top + 5);
          const before = first.getBoundingClientRect().top;
          await frame(); await frame(); await frame();
          if (first.isConnected) worst = Math.max(worst, Math.abs(first.getBoundingClientRect().top - before));
          most = Math.max(most, rows.length);
        }
        return { worst, most, isThere: document.body.innerText.includes("Line 0\\n") };
      })()`)) as { worst: number; most: number; isThere: boolean };
    expect(moved.isThere).toBe(true);
    expect(moved.most).toBeLessThanOrEqual(220);
    expect(moved.worst).toBeLessThanOrEqual(2);
  });

  test.each(allWindows)("every message screen is accessible: %s", async (name, options) => {
    const ben = await openAs(benEmail, options);
    await ben.getByRole("main").waitFor();
    await check(ben, `inbox-${name}`);
    for (const [screen, hash, ready] of [
      ["topic", `#narrow/channel/${windows.generalId}-general/topic/web.20client`, "Shall we ship it"],
      // They open at what is unread, so what they show depends on how long others were on screen.
      ["channel", `#narrow/channel/${windows.generalId}-general`, /Shall we ship it|Line \d/],
      ["feed", "#feed", /Shall we ship it|Line \d/],
      ["direct", "#narrow/dm/1-Olive-Owner", "Always"],
      ["search", "#narrow/search/ship", "Shall we ship it"],
      ["recent", "#recent", "long"],
      ["channels", "#channels", "general"],
    ] as const) {
      await ben.goto(`${windows.url}/${hash}`);
      await ben.getByRole("main").getByText(ready).last().waitFor({ state: "attached" });
      await check(ben, `${screen}-${name}`);
    }
    await ben.keyboard.press("?");
    await ben.getByRole("heading", { name: "Keyboard shortcuts" }).waitFor();
    await check(ben, `keys-${name}`);
  });
});
