import type { Page } from "playwright-core";
import { press } from "../support/browser/by-keyboard";
import {
  benEmail,
  check,
  describeInBrowser,
  message,
  renameTopic,
  until,
  write,
} from "../support/browser/web-windows";

jest.setTimeout(120_000);

const ownerEmail = "owner@example.com";
/** Without a service worker, tests can hold back and refuse every request. */
const options = { viewport: { width: 1280, height: 800 }, serviceWorkers: "block" } as const;
const composed = "document.querySelector('.compose textarea')?.value";

describeInBrowser("what people write in the web client", (windows) => {
  const openAs = (email: string) => windows.openAs(email, options);
  const hashOf = (topic: string) => `#narrow/channel/${windows.generalId}-general/topic/${topic}`;
  const addressOf = (topic: string) => `${windows.url}/${hashOf(topic)}`;
  const begin = (topic: string, content = `Begin ${topic}`) => windows.send(windows.owner, topic, content);
  const openTopic = async (page: Page, topic: string) => {
    await page.evaluate(`location.hash = ${JSON.stringify(hashOf(topic))}`);
    const field = page.getByRole("textbox", { name: `Message ${topic}` });
    await field.waitFor();
    return field;
  };
  const rename = (id: number, topic: string) => renameTopic(windows.owner, id, topic);
  /** Holds requests back until the returned function is called. */
  const hold = async (page: Page, path: string, method: string): Promise<() => void> => {
    let letGo: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(path, async (route) => {
      if (route.request().method() === method) await gate;
      await route.continue().catch(() => undefined);
    });
    return letGo;
  };

  test("a reply goes to the conversation that was chosen last", async () => {
    await begin("left");
    await begin("right");
    const olive = await openAs(ownerEmail);
    await olive.goto(`${windows.url}/#feed`);
    const recipient = olive.getByRole("combobox", { name: "Topic" });
    await message(olive, "Begin left").focus();
    await olive.keyboard.press("r");
    await until(olive, "document.querySelector('.new-message input').value === 'left'");
    await message(olive, "Begin right").locator("p").click();
    await message(olive, "Begin right").focus();
    await olive.keyboard.press("r");
    await until(olive, "document.querySelector('.new-message input').value === 'right'");
    await expect(recipient.inputValue()).resolves.toBe("right");
    await write(olive, "To the right");
    await olive.getByRole("heading", { name: "general right" }).waitFor();
    await message(olive, "To the right").waitFor();
  });

  test("a channel's menu starts a topic there from any screen, without the draft of another", async () => {
    const olive = await openAs(ownerEmail);
    const nameless = windows.owner.callEndpoint("/drafts", "POST", {
      drafts: JSON.stringify([{ type: "stream", to: [windows.generalId], topic: "", content: "Nameless" }]),
    });
    const { ids } = (await nameless) as { ids: number[] };
    await olive.getByRole("link", { name: "Drafts 1" }).waitFor();
    await olive.getByRole("button", { name: "Actions on general" }).click();
    await olive.getByRole("menuitem", { name: "New topic" }).click();
    const form = olive.getByRole("region", { name: "New message" });
    await form.waitFor();
    await expect(form.getByRole("textbox", { name: /^Message/ }).inputValue()).resolves.toBe("");
    await windows.owner.callEndpoint(`/drafts/${ids[0]}`, "DELETE", {});
  });

  test("an unsent message and its caret follow a topic that is renamed", async () => {
    const id = await begin("before");
    const ben = await openAs(benEmail);
    const field = await openTopic(ben, "before");
    await message(ben, "Begin before").waitFor();
    await field.pressSequentially("Half a thought");
    await rename(id, "after");
    await ben.getByRole("heading", { name: "general after" }).waitFor();
    await ben.keyboard.type(", and the rest");
    await until(ben, `${composed} === 'Half a thought, and the rest'`);
    await ben.keyboard.press("Enter");
    await message(ben, "Half a thought, and the rest").waitFor();
    await ben.evaluate(`location.hash = "#inbox"`);
    await openTopic(ben, "before");
    await until(ben, `${composed} === ''`);
  });

  test("a message that waits for a connection follows its topic, which is resolved meanwhile", async () => {
    const id = await begin("undecided");
    const ben = await openAs(benEmail);
    await openTopic(ben, "undecided");
    await message(ben, "Begin undecided").waitFor();
    await ben.context().setOffline(true);
    await write(ben, "Count me in");
    await ben.getByText("Sending…").waitFor();
    await rename(id, "✔ undecided");
    await ben.context().setOffline(false);
    await ben.getByText("Sending…").waitFor({ state: "detached", timeout: 60_000 });
    await ben.getByRole("heading", { name: "✔ undecided" }).waitFor();
    await message(ben, "Count me in").waitFor();
    const { topics } = (await windows.ben.callEndpoint(
      `/users/me/${windows.generalId}/topics`,
      "GET",
      {},
    )) as unknown as { readonly topics: readonly { readonly name: string }[] };
    expect(topics.map(({ name }) => name).filter((name) => name.endsWith("undecided"))).toEqual([
      "✔ undecided",
    ]);
  });

  test("an edit survives a move of its topic, a look elsewhere and a reload", async () => {
    const id = await begin("drawing", "A circel");
    const olive = await openAs(ownerEmail);
    await openTopic(olive, "drawing");
    await message(olive, "A circel").focus();
    await olive.keyboard.press("e");
    const edit = olive.getByRole("textbox", { name: "Edit message" });
    await edit.fill("A circle, and");
    await rename(id, "drawn");
    await olive.getByRole("heading", { name: "general drawn" }).waitFor();
    await until(olive, "document.activeElement.closest('.edit') !== null");
    await olive.keyboard.type(" a square");
    await olive.evaluate(`location.hash = "#recent"`);
    await olive.getByRole("heading", { name: "Recent" }).waitFor();
    await openTopic(olive, "drawn");
    await expect(edit.inputValue()).resolves.toBe("A circle, and a square");
    await olive.reload();
    await message(olive, "A circel").focus();
    await olive.keyboard.press("e");
    await expect(edit.inputValue()).resolves.toBe("A circle, and a square");
    await edit.press("Enter");
    await message(olive, "A circle, and a square").getByText("edited").waitFor();
  });

  test("Enter starts a new line in an edit, too, for people who choose so; names are suggested", async () => {
    await windows.owner.callEndpoint("/settings", "PATCH", { enter_sends: false });
    await begin("lines", "One");
    const olive = await openAs(ownerEmail);
    await openTopic(olive, "lines");
    await message(olive, "One").focus();
    await olive.keyboard.press("e");
    const edit = olive.getByRole("textbox", { name: "Edit message" });
    await edit.press("Enter");
    await edit.pressSequentially("@be");
    await olive.getByRole("option", { name: "Ben Bell" }).waitFor();
    await edit.press("Tab");
    await expect(edit.inputValue()).resolves.toBe("One\n@**Ben Bell** ");
    await edit.press("Control+Enter");
    await message(olive, "@Ben Bell").waitFor();
    await windows.owner.callEndpoint("/settings", "PATCH", { enter_sends: true });
  });

  test("a message that waits for a connection is changed or discarded by keyboard, and arrives once", async () => {
    await begin("lift");
    const olive = await openAs(ownerEmail);
    await openTopic(olive, "lift");
    await message(olive, "Begin lift").waitFor();
    // Code that loads later has arrived.
    await olive.getByRole("button", { name: "Snippets" }).waitFor();
    const outgoing = olive.getByRole("article", { name: "Message being sent" });
    await olive.context().setOffline(true);
    await write(olive, "Out of the lft");
    await write(olive, "Never mind");
    await outgoing.filter({ hasText: "Never mind" }).getByRole("button", { name: "Discard" }).press("Enter");
    await outgoing.filter({ hasText: "Never mind" }).waitFor({ state: "detached" });
    await outgoing.getByRole("button", { name: "Edit" }).press("Enter");
    const field = olive.getByRole("textbox", { name: "Edit message" });
    await until(olive, "document.activeElement.closest('.unsent') !== null");
    // It has the tools of any message.
    await outgoing.getByRole("button", { name: "Bold" }).waitFor();
    await check(olive, "edit-outgoing");
    await olive.keyboard.type("!");
    await press(olive, "Escape");
    await expect(outgoing.innerText()).resolves.toMatch(/Out of the lft\n/);
    await until(olive, "document.activeElement.innerText === 'Edit'");
    await check(olive, "outgoing");
    await press(olive, "Enter");
    await field.fill("Out of the lift");
    await olive.context().setOffline(false);
    await press(olive, "Enter");
    await message(olive, "Out of the lift").and(olive.locator("[data-id]")).waitFor();
    await outgoing.waitFor({ state: "detached" });
    await expect(message(olive, /Out of the l|Never mind/).count()).resolves.toBe(1);
  });

  test("a change to a message whose first answer was lost changes what has arrived", async () => {
    await begin("answers");
    const [olive, ben] = [await openAs(ownerEmail), await openAs(benEmail)];
    await openTopic(ben, "answers");
    let isLost = true;
    await olive.route("**/json/messages", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      if (isLost) await route.fetch().catch(() => undefined);
      return isLost ? route.abort() : route.continue();
    });
    // Its event doesn't arrive either.
    await olive.route(/json\/events/, (route) => (isLost ? route.abort() : route.continue()));
    await olive.reload();
    await openTopic(olive, "answers");
    await message(olive, "Begin answers").waitFor();
    await write(olive, "See you at noon");
    await olive
      .getByRole("article", { name: "Message being sent" })
      .getByRole("button", { name: "Edit" })
      .click();
    await message(ben, "See you at noon").waitFor();
    await olive.getByRole("textbox", { name: "Edit message" }).fill("See you at one");
    isLost = false;
    await press(olive, "Enter");
    await message(ben, "See you at one").waitFor();
    await message(olive, "See you at one").and(olive.locator("[data-id]")).waitFor();
    for (const page of [olive, ben]) await expect(message(page, "See you at").count()).resolves.toBe(1);
  });

  test("an upload continues while its author is elsewhere, and its link is added to what was written since", async () => {
    await begin("files");
    await begin("elsewhere");
    const olive = await openAs(ownerEmail);
    const field = await openTopic(olive, "files");
    const letGo = await hold(olive, "**/api/v1/tus", "POST");
    const give = (name: string) =>
      olive
        .getByLabel("Attach files")
        .setInputFiles([{ name, mimeType: "text/plain", buffer: Buffer.from("note") }]);
    await give("one.txt");
    await olive.getByRole("progressbar", { name: "Uploading one.txt" }).waitFor();
    await openTopic(olive, "elsewhere");
    await expect(olive.getByRole("progressbar").count()).resolves.toBe(0);
    await openTopic(olive, "files");
    await field.fill("Written since\n");
    await give("two.txt");
    await olive.getByRole("progressbar", { name: "Uploading two.txt" }).waitFor();
    await expect(olive.getByRole("progressbar").count()).resolves.toBe(2);
    letGo();
    await until(olive, `/^Written since\\n/.test(${composed})`);
    for (const name of ["one", "two"])
      await until(olive, `${composed}.includes("[${name}.txt](/user_uploads/")`);
    const held = await hold(olive, "**/api/v1/tus", "POST");
    await give("three.txt");
    await olive.getByRole("progressbar", { name: "Uploading three.txt" }).waitFor();
    await openTopic(olive, "elsewhere");
    const uploaded = olive.waitForResponse((answer) => answer.request().method() === "PATCH");
    held();
    await uploaded;
    await openTopic(olive, "files");
    await until(olive, `/^Written since\\n[^]*\\n\\[three.txt\\]/.test(${composed})`);
  });

  test("a file that can't be uploaded without a connection waits for it, or is tried again or removed", async () => {
    const olive = await openAs(ownerEmail);
    await openTopic(olive, "waiting files");
    // Part of what loads once the window is idle.
    await olive.getByRole("button", { name: "Poll or to-do list" }).waitFor();
    const give = (name: string) =>
      olive
        .locator(".compose input[type=file]")
        .setInputFiles({ name: `${name}.txt`, mimeType: "text/plain", buffer: Buffer.from(name) });
    // The code that uploads is loaded with the first file.
    await give("four");
    await until(olive, `${composed}.includes("[four.txt](/user_uploads/")`);
    await olive.context().setOffline(true);
    await give("five");
    const again = (name: string) => olive.getByRole("button", { name: `Try again: ${name}.txt` });
    await again("five").click();
    await again("five").waitFor();
    await give("six");
    await again("six").waitFor();
    await check(olive, "waiting-uploads");
    await olive.getByRole("button", { name: "Remove six.txt" }).click();
    await again("six").waitFor({ state: "detached" });
    // A message waits for its files, even for those that wait for a connection.
    await olive.getByRole("button", { name: "Send", exact: true }).click();
    await olive.getByText("This will be sent once its files are uploaded.").waitFor();
    await olive.getByRole("button", { name: "Cancel", exact: true }).click();
    await olive.context().setOffline(false);
    await until(olive, `${composed}.includes("[five.txt](/user_uploads/")`);
    expect(await olive.evaluate(composed)).not.toContain("six.txt");
  });

  test("text pasted with a picture of it is pasted as text", async () => {
    const olive = await openAs(ownerEmail);
    const field = await openTopic(olive, "files");
    const isTaken = await field.evaluate((element) => {
      const data = new DataTransfer();
      data.setData("text/plain", "A1");
      data.items.add(new File(["picture"], "image.png", { type: "image/png" }));
      const paste = new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data });
      return !element.dispatchEvent(paste);
    });
    expect(isTaken).toBe(false);
  });

  test("Enter sends when the caret has left the name that suggestions are for", async () => {
    await begin("carets");
    const olive = await openAs(ownerEmail);
    const field = await openTopic(olive, "carets");
    await field.pressSequentially("Hi @be");
    await olive.getByRole("option", { name: "Ben Bell" }).waitFor();
    await field.press("Home");
    await olive.getByRole("option").waitFor({ state: "detached" });
    await field.press("Enter");
    await message(olive, "Hi @be").waitFor();
  });

  test("the field grows with a paragraph, and counts characters as the server does", async () => {
    const olive = await openAs(ownerEmail);
    const field = await openTopic(olive, "carets");
    await field.fill("word ".repeat(200));
    await until(
      olive,
      "(({ clientHeight, scrollHeight }) => clientHeight > 100 && (clientHeight >= scrollHeight || clientHeight >= innerHeight * 0.39))(document.querySelector('.compose textarea'))",
    );
    await field.fill("😀".repeat(6000));
    await expect(olive.getByRole("button", { name: "Send", exact: true }).isEnabled()).resolves.toBe(true);
    await field.fill("😀".repeat(10_001));
    await olive.getByText("1 character too long").waitFor();
    await field.fill("");
  });

  test("a message that couldn't be sent is found from anywhere, also after a reload", async () => {
    await begin("refused");
    const olive = await openAs(ownerEmail);
    await openTopic(olive, "refused");
    let refuse: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    await olive.route("**/json/messages", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await gate;
      await route.fulfill({ status: 400, json: { result: "error", code: "BAD_REQUEST", msg: "Not now" } });
    });
    await write(olive, "Never mind");
    await olive.getByText("Sending…").waitFor();
    await olive.evaluate(`location.hash = "#inbox"`);
    await olive.getByRole("heading", { name: "Inbox" }).waitFor();
    refuse();
    await olive.getByRole("button", { name: "Show" }).click();
    await message(olive, "Never mind").getByText("Not now").waitFor();
    await olive.unrouteAll({ behavior: "ignoreErrors" });
    await olive.reload();
    await olive.getByRole("link", { name: /^Drafts/ }).click();
    await olive.getByRole("main").getByText("Never mind").waitFor();
    await olive.getByRole("main").getByRole("button", { name: "Send again" }).click();
    await olive.getByRole("main").getByText("Never mind").waitFor({ state: "detached" });
    await openTopic(olive, "refused");
    await expect(message(olive, "Never mind").count()).resolves.toBe(1);
  });

  test("unsent text survives an expired session", async () => {
    await begin("expired");
    const ben = await openAs(benEmail);
    const field = await openTopic(ben, "expired");
    await hold(ben, "**/json/messages", "POST");
    await write(ben, "On its way");
    await ben.getByText("Sending…").waitFor();
    await hold(ben, "**/json/drafts", "POST");
    await field.fill("Not yet sent");
    await ben.context().clearCookies();
    await ben.unrouteAll({ behavior: "ignoreErrors" });
    await ben.reload();
    await ben.getByLabel("Email").fill(benEmail);
    await ben.getByLabel("Password").fill("seven blue elephants");
    await ben.getByRole("button", { name: "Log in" }).click();
    await field.waitFor();
    await until(ben, `${composed} === 'Not yet sent'`);
    await message(ben, "On its way").waitFor();
  });

  test("a conversation opened without a connection appears when the connection is back", async () => {
    await begin("tunnel");
    const ben = await openAs(benEmail);
    await ben.getByRole("heading", { name: "Inbox" }).waitFor();
    await ben.context().setOffline(true);
    await ben.evaluate(`location.hash = ${JSON.stringify(hashOf("tunnel"))}`);
    await ben.getByRole("main").getByText("The server isn’t responding.").waitFor();
    await ben.context().setOffline(false);
    await message(ben, "Begin tunnel").waitFor();
  });

  test("a link to a message leads to where it has moved, selects it, and the back button skips the old place", async () => {
    const id = await begin("old place");
    await rename(id, "new place");
    const olive = await openAs(ownerEmail);
    for (const word of ["near", "with"]) {
      await olive.goto(`${windows.url}/#recent`);
      await olive.getByRole("heading", { name: "Recent" }).waitFor();
      await olive.goto(`${addressOf("old.20place")}/${word}/${id}`);
      await olive.getByRole("heading", { name: "general new place" }).waitFor();
      await message(olive, "Begin old place").waitFor();
      if (word === "near") await olive.locator(`#message-${id} .message.selected`).waitFor();
      await olive.goBack();
      await olive.getByRole("heading", { name: "Recent" }).waitFor();
    }
  });

  test("the back button leaves no dialog of another screen open", async () => {
    await begin("cards");
    const olive = await openAs(ownerEmail);
    await openTopic(olive, "cards");
    await message(olive, "Begin cards").focus();
    await olive.keyboard.press("u");
    await olive.getByRole("dialog", { name: "Olive Owner" }).waitFor();
    await olive.goBack();
    await olive.getByRole("dialog").waitFor({ state: "detached" });
    await olive.getByRole("heading", { name: "Inbox" }).waitFor();
  });

  test("a file attached to a message that couldn't be sent gets its link, even if the author goes elsewhere", async () => {
    await begin("attached");
    const olive = await openAs(ownerEmail);
    await openTopic(olive, "attached");
    let isRefused = true;
    await olive.route("**/json/messages", (route) =>
      isRefused && route.request().method() === "POST"
        ? route.fulfill({ status: 400, json: { result: "error", code: "BAD_REQUEST", msg: "Not now" } })
        : route.continue(),
    );
    await write(olive, "See the plan");
    const outgoing = olive.getByRole("article", { name: "Message being sent" });
    await outgoing.getByRole("button", { name: "Edit" }).click();
    const attach = (name: string) =>
      outgoing
        .locator("input[type=file]")
        .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(name) });
    const field = outgoing.getByRole("textbox");
    await attach("here.txt");
    await until(olive, "/here.txt\\]/.test(document.querySelector('.unsent textarea').value)");
    const letGo = await hold(olive, "**/api/v1/tus**", "POST");
    await attach("elsewhere.txt");
    await outgoing.getByRole("progressbar").waitFor();
    await olive.evaluate("location.hash = '#inbox'");
    await olive.getByRole("heading", { name: "Inbox" }).waitFor();
    letGo();
    await openTopic(olive, "attached");
    await until(olive, "/elsewhere.txt\\]/.test(document.querySelector('.unsent textarea')?.value)");
    isRefused = false;
    await field.press("Enter");
    await message(olive, "See the plan").getByRole("link", { name: "elsewhere.txt" }).waitFor();
    await olive.evaluate("location.hash = '#drafts'");
    await olive.getByRole("heading", { name: "Drafts" }).first().waitFor();
    expect(await olive.getByRole("main").getByText("elsewhere.txt").count()).toBe(0);
  });

  test("the edit of a waiting message can be resumed after a reload and from the drafts, and can still be canceled", async () => {
    await begin("stairs");
    const olive = await openAs(ownerEmail);
    await openTopic(olive, "stairs");
    await message(olive, "Begin stairs").waitFor();
    await olive.getByRole("button", { name: "Snippets" }).waitFor();
    await olive.route("**/json/messages", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await write(olive, "Meet me on the stairs");
    const outgoing = olive.getByRole("article", { name: "Message being sent" });
    await outgoing.getByRole("button", { name: "Edit" }).click();
    const field = olive.getByRole("textbox", { name: "Edit message" });
    await field.fill("Meet me on the roof, or");
    await olive.reload();
    await field.waitFor();
    await expect(field.inputValue()).resolves.toBe("Meet me on the roof, or");
    // Another window leaves it alone.
    const other = await olive.context().newPage();
    await other.goto(addressOf("stairs"));
    await other.getByText("Meet me on the roof, or").waitFor();
    await expect(other.getByRole("textbox", { name: "Edit message" }).count()).resolves.toBe(0);
    await other.close();
    await field.press("Escape");
    await outgoing.getByText("Meet me on the stairs").waitFor();
    await outgoing.getByRole("button", { name: "Edit" }).click();
    await field.fill("Meet me on the roof");
    await olive.evaluate("location.hash = '#drafts'");
    const item = olive.locator(".pending-list li").filter({ hasText: "Meet me on the roof" });
    await check(olive, "unsent-in-drafts");
    await item.getByRole("button", { name: "Edit" }).click();
    await until(olive, "document.activeElement.value === 'Meet me on the roof'");
    await olive.unrouteAll({ behavior: "ignoreErrors" });
    await field.press("Enter");
    await message(olive, "Meet me on the roof").and(olive.locator("[data-id]")).waitFor();
    await outgoing.waitFor({ state: "detached" });
    await expect(message(olive, "Meet me on").count()).resolves.toBe(1);
  });
});
