import type { Page } from "playwright-core";
import { allWindows, benEmail, check, describeInBrowser, message } from "../support/browser/web-windows";

jest.setTimeout(120_000);

describeInBrowser("the web client for spectators", (windows) => {
  let openId: number;
  beforeAll(async () => {
    const { owner } = windows;
    await owner.callEndpoint("/realm", "PATCH", { enable_spectator_access: "true" });
    const made = await owner.callEndpoint("/channels/create", "POST", {
      name: "open",
      description: "What we build",
      subscribers: JSON.stringify([windows.benId]),
      is_web_public: "true",
    });
    openId = (made as { id: number }).id;
    const send = (to: string, topic: string, content: string) =>
      owner.callEndpoint("/messages", "POST", { type: "stream", to, topic, content });
    for (let index = 0; index < 3; index += 1)
      await send("open", "plans", `Open line ${index}, @**Ben Bell**`);
    const sent = (await send("open", "news", "A release")) as { id: number };
    await windows.ben.callEndpoint(`/messages/${sent.id}/reactions`, "POST", { emoji_name: "tada" });
    await send("open", "news", "/poll Which soup?\nPea");
    await send("general", "hidden", "A closed word");
  });

  const visit = async (hash: string, options = {}): Promise<{ page: Page; announced: string[] }> => {
    const page = await (await windows.browser.newContext(options)).newPage();
    const announced: string[] = [];
    page.on("response", (answer) => {
      if (/\/json\//.test(answer.url()))
        answer.text().then(
          (text) => announced.push(text),
          () => undefined,
        );
    });
    await page.goto(`${windows.url}/${hash}`);
    return { page, announced };
  };
  const plans = () => `#narrow/channel/${openId}-open/topic/plans`;

  test("a spectator reads a linked topic of an open channel and can do nothing but log in", async () => {
    const { page, announced } = await visit(plans());
    await message(page, "Open line 2, @Ben Bell").waitFor();
    await page.getByRole("heading", { name: "open plans" }).waitFor();
    // Nothing is left of what the page showed before the client ran.
    await expect(page.evaluate("document.getElementById('app').childElementCount")).resolves.toBe(1);
    await expect(page.getByRole("textbox", { name: /Message/ }).count()).resolves.toBe(0);
    await message(page, "Open line 2").hover();
    await expect(page.getByRole("button", { name: "More actions" }).count()).resolves.toBe(0);
    await page.getByRole("link", { name: "news" }).click();
    await message(page, "A release").waitFor();
    await expect(page.getByRole("button", { name: /tada by Ben Bell/ }).isDisabled()).resolves.toBe(true);
    const vote = page.getByRole("button", { name: /Pea/ });
    await expect(vote.isDisabled()).resolves.toBe(true);
    await expect(page.getByRole("textbox", { name: "New option" }).count()).resolves.toBe(0);
    // Keys that change something do nothing; keys that navigate work.
    await message(page, "A release").focus();
    for (const key of ["e", "+", "m", "U", "c", "x"]) await page.keyboard.press(key);
    await expect(page.getByRole("dialog").count()).resolves.toBe(0);
    await page.keyboard.press("S");
    await page.getByRole("heading", { name: "open", exact: true }).waitFor();
    await message(page, "Open line 0").waitFor();
    // Only people with an account can open a mention.
    await page.getByText("@Ben Bell").first().click();
    await expect(page.getByRole("dialog").count()).resolves.toBe(0);
    await page.keyboard.press("j");
    for (const text of announced) {
      expect(text).not.toContain("A closed word");
      expect(text).not.toContain("example.com");
      expect(text).not.toContain('"general"');
    }
    expect(announced.length).toBeGreaterThan(3);
    const login = page.getByRole("link", { name: "Log in to write" });
    await expect(login.getAttribute("href")).resolves.toBe(
      `/login?next=${encodeURIComponent(`/#narrow/channel/${openId}-open`)}`,
    );
  });

  test("a spectator sees the initials of people without a picture, as members do", async () => {
    const { page } = await visit(plans());
    const row = message(page, "Open line 2");
    await row.waitFor();
    await expect(message(page, "Open line 0").locator(".initials").getAttribute("data-text")).resolves.toBe(
      "OO",
    );
    await expect(page.locator("img.avatar").count()).resolves.toBe(0);
  });

  test("a topic that was empty when a spectator opened it fills and is listed when messages come", async () => {
    const page = await (await windows.browser.newContext()).newPage();
    await page.clock.install();
    await page.goto(`${windows.url}/${plans().replace("plans", "later")}`);
    await page.getByText("Nothing here yet.").waitFor();
    await windows.owner.callEndpoint("/messages", "POST", {
      type: "stream",
      to: "open",
      topic: "later",
      content: "The first word",
    });
    await page.clock.fastForward(31_000);
    await message(page, "The first word").waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "later", exact: true }).waitFor();
    await page.context().close();
  });

  test("what is edited, deleted or moved away while a spectator reads it changes on their screen", async () => {
    const { owner } = windows;
    const ids: number[] = [];
    for (const content of ["Stays", "To edit", "To delete", "To move"]) {
      const sent = await owner.callEndpoint("/messages", "POST", {
        type: "stream",
        to: "open",
        topic: "changes",
        content,
      });
      ids.push((sent as unknown as { id: number }).id);
    }
    const page = await (await windows.browser.newContext()).newPage();
    await page.clock.install();
    await page.goto(`${windows.url}/${plans().replace("plans", "changes")}`);
    await message(page, "To move").waitFor();
    await owner.callEndpoint(`/messages/${ids[1]}`, "PATCH", { content: "It was edited" });
    await owner.callEndpoint(`/messages/${ids[2]}`, "DELETE", {});
    await owner.callEndpoint(`/messages/${ids[3]}`, "PATCH", { topic: "elsewhere" });
    await page.clock.fastForward(31_000);
    await message(page, "It was edited").waitFor();
    await message(page, "To delete").waitFor({ state: "detached" });
    await message(page, "To move").waitFor({ state: "detached" });
    await message(page, "Stays").waitFor();
    // Edits that come while they read another tab are there when they come back.
    await owner.callEndpoint(`/messages/${ids[1]}`, "PATCH", { content: "Edited again" });
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await message(page, "Edited again").waitFor();
    await page.context().close();
  });

  test("a spectator opens code in a playground, and all of a very tall message", async () => {
    const { owner } = windows;
    await owner.callEndpoint("/realm/playgrounds", "POST", {
      name: "Here",
      pygments_language: "Python",
      url_template: "https://one.example.com/?code={code}",
    });
    const lines = Array.from({ length: 200 }, (_, index) => `number = ${index}`);
    const content = ["```python", ...lines, "```"].join("\n");
    await owner.callEndpoint("/messages", "POST", { type: "stream", to: "open", topic: "code", content });
    const { page } = await visit(`#narrow/channel/${openId}-open/topic/code`);
    await page.getByRole("button", { name: "View in Here" }).waitFor();
    await message(page, "number = 7").focus();
    await page.keyboard.press("-");
    await page.getByRole("button", { name: "Show less" }).waitFor();
  });

  test("a spectator's first page lists the open channels, and search finds only their messages", async () => {
    const { page } = await visit("");
    await page.getByRole("heading", { name: "Open channels" }).waitFor();
    await expect(page.title()).resolves.toBe("Example");
    await page.getByRole("main").getByRole("link", { name: "open" }).click();
    await message(page, "Open line 1").first().waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("closed");
    await page.keyboard.press("Enter");
    await page.getByText("Nothing found.").waitFor();
    await page.getByRole("link", { name: "Combined feed" }).click();
    await message(page, "A release").waitFor();
    await message(page, "Open line 2").waitFor();
    await expect(message(page, "A closed word").count()).resolves.toBe(0);
  });

  test("help opens by its URL for spectators, too", async () => {
    const { page } = await visit("#keyboard-shortcuts");
    const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await keys.waitFor();
    // Only those that spectators can use.
    for (const name of ["Next message", "Search", "View images", "Newest message"])
      expect([name, await keys.getByText(name, { exact: true }).count()]).toEqual([name, 1]);
    for (const name of ["Go anywhere", "New message", "Star", "Drafts", "Writing"])
      expect([name, await keys.getByText(name, { exact: true }).count()]).toEqual([name, 0]);
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "Open channels" }).waitFor();
    await page.evaluate("location.hash = '#about'");
    await page.getByRole("dialog", { name: "About Parley" }).getByText("512").waitFor();
    await page.keyboard.press("Escape");
    await page.evaluate("location.hash = '#message-formatting'");
    await page.getByRole("row", { name: "/me waves" }).getByText("Someone").waitFor();
    await page.keyboard.press("Escape");
    await page.evaluate("location.hash = '#search-operators'");
    await page.getByRole("button", { name: "has:link" }).waitFor();
    await expect(page.getByRole("button", { name: "is:starred" }).count()).resolves.toBe(0);
    await page.keyboard.press("Escape");
    await page.evaluate(`location.hash = "#topics/channel/${openId}-open"`);
    await message(page, "Open line 1").first().waitFor();
  });

  test.each([
    ["a closed channel", () => `#narrow/channel/${windows.generalId}-general/topic/hidden`],
    ["a channel that doesn't exist", () => "#narrow/channel/99999-x"],
    ["a personal view", () => "#narrow/is/starred"],
    ["settings", () => "#settings/profile"],
    ["a person's card", () => `#user/${windows.benId}`],
    ["the form to invite people", () => "#invite"],
  ])("%s leads a spectator to the login and back", async (_what, hash) => {
    const { page } = await visit(hash());
    await page.waitForURL(`${windows.url}/login?next=${encodeURIComponent(`/${hash()}`)}&needs=account`);
    await page.getByText(/^Only people with an account can .* It opens once you have logged in\.$/).waitFor();
  });

  test("the login says why a closed conversation asks for it, after a typo too, and leads there; Back leads to what is open", async () => {
    const hidden = `#narrow/channel/${windows.generalId}-general/topic/hidden`;
    const { page } = await visit(plans());
    await message(page, "Open line 2").waitFor();
    await page.evaluate(`location.hash = "${hidden}"`);
    const why = page.getByText("Only people with an account can read this conversation.");
    await why.waitFor();
    await check(page, "login-for-conversation");
    await page.goBack();
    await message(page, "Open line 2").waitFor();
    await page.evaluate(`location.hash = "${hidden}"`);
    await page.getByLabel("Email").fill(benEmail);
    await page.getByLabel("Password").fill("seven green elephants");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("alert").waitFor();
    await why.waitFor();
    await page.getByLabel("Password").fill("seven blue elephants");
    await page.getByRole("button", { name: "Log in" }).click();
    await message(page, "A closed word").waitFor();
    expect(await page.evaluate("location.hash")).toBe(hidden);
    // Whoever just logs in isn't told so.
    const { page: other } = await visit("");
    await other.getByRole("main").getByRole("link", { name: "Log in" }).click();
    await other.getByLabel("Password").waitFor();
    expect(await other.getByText("Only people with an account").count()).toBe(0);
  });

  test("a spectator who logs in returns to the same topic with a compose box", async () => {
    const { page } = await visit(plans());
    await page.getByRole("link", { name: "Log in to write" }).click();
    await page.getByLabel("Email").fill(benEmail);
    await page.getByLabel("Password").fill("seven blue elephants");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("textbox", { name: "Message plans" }).waitFor();
    await page.evaluate("navigator.serviceWorker.ready");
  });

  test.each(allWindows)("the spectator's screens are accessible: %s", async (name, options) => {
    const { page } = await visit("", options);
    await page.getByRole("heading", { name: "Open channels" }).waitFor();
    await check(page, `spectator-home-${name}`);
    await page.goto(`${windows.url}/${plans()}`);
    await message(page, "Open line 2").waitFor();
    await check(page, `spectator-${name}`);
  });
});
