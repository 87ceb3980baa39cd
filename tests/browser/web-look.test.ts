import type { Page } from "playwright-core";
import { benEmail, describeInBrowser, message } from "../support/browser/web-windows";

jest.setTimeout(120_000);

const ownerEmail = "owner@example.com";
const longName = "وصف طويل جدا لكل ما يكتبه الناس هنا كل يوم";

/** Whether the first character of a text is in sight, and the last one is cut off. */
const isCutAtEnd = (text: string, within = "body"): string => `(() => {
  const walker = document.createTreeWalker(document.querySelector("${within}"), NodeFilter.SHOW_TEXT);
  const shown = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.data.includes(${JSON.stringify(text)}) || node.parentElement.closest(".unseen")) continue;
    const boxes = [];
    for (let one = node.parentElement; one; one = one.parentElement)
      if (getComputedStyle(one).overflowX !== "visible") boxes.push(one.getBoundingClientRect());
    const isShown = (at) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const { left, right } = range.getBoundingClientRect();
      return right > left && boxes.every((box) => left >= box.left - 1 && right <= box.right + 1);
    };
    shown.push(isShown(0) && !isShown(node.length - 1));
  }
  return shown.length > 0 && shown.every(Boolean);
})()`;

describeInBrowser("the look of the web client", (windows) => {
  const open = async (page: Page, hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  const topic = (name: string) => `#narrow/channel/${windows.generalId}-general/topic/${name}`;
  const styleOf = async (page: Page, selector: string, property: string): Promise<string> =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

  test("headings, rules and times of messages are told apart from other text", async () => {
    const headings = [1, 2, 3, 4, 5, 6].map((level) => `${"#".repeat(level)} Level ${level}`).join("\n");
    await windows.send(windows.owner, "look", `${headings}\ntext\n\n---\n\n<time:2027-01-15T17:00:00Z>`);
    const ben = await windows.openAs(benEmail, { colorScheme: "dark", timezoneId: "Europe/Oslo" });
    await open(ben, topic("look"));
    await ben.locator(".words h6").waitFor();
    const sizes: number[] = [];
    for (const level of [1, 2, 3, 4, 5, 6])
      sizes.push(Number.parseFloat(await styleOf(ben, `.words h${level}`, "font-size")));
    expect(sizes).toEqual([...new Set(sizes)].sort((a, b) => b - a));
    expect(sizes[0]).toBeLessThan(26);
    const line = await styleOf(ben, ".day", "--line");
    expect(line).not.toBe("");
    expect(await styleOf(ben, ".words hr", "border-top-color")).toBe("rgb(44, 51, 60)");
    const time = ben.locator(".words time");
    expect(await time.textContent()).toContain("6:00");
    expect(await time.getAttribute("title")).toContain("Central European");
    expect(await styleOf(ben, ".words time", "background-color")).not.toBe("rgba(0, 0, 0, 0)");
  });

  test("the text of a /me message stands beside its sender's name", async () => {
    await windows.send(windows.owner, "look", "/me waves");
    const ben = await windows.openAs(benEmail);
    await open(ben, topic("look"));
    const row = message(ben, "waves");
    const top = async (selector: string) =>
      row.locator(selector).evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { top, height } = range.getBoundingClientRect();
        return top + height / 2;
      });
    const middle = await top(".words p");
    expect(Math.abs((await top(".sender")) - middle)).toBeLessThan(3);
    expect(Math.abs((await top(".time")) - middle)).toBeLessThan(3);
    const right = await row.locator(".sender").evaluate((one) => one.getBoundingClientRect().right);
    const text = await row.locator(".words p").evaluate((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return range.getBoundingClientRect().left;
    });
    expect(text - right).toBeGreaterThan(0);
    expect(text - right).toBeLessThan(12);
  });

  test("descriptions, topics and statuses in Arabic are cut off at their end, not at their beginning", async () => {
    const description = `${longName} `.repeat(5).trim();
    const made = await windows.owner.callEndpoint("/channels/create", "POST", {
      name: "تصميم",
      description,
      subscribers: JSON.stringify([windows.benId]),
    });
    expect(made).toMatchObject({ result: "success" });
    await windows.owner.callEndpoint("/users/me/status", "POST", {
      status_text: `${longName} ${longName}`.slice(0, 60),
    });
    await windows.owner.callEndpoint("/messages", "POST", {
      type: "stream",
      to: "تصميم",
      topic: `${longName} ${longName}`.slice(0, 60),
      content: "x",
    });
    const ben = await windows.openAs(benEmail, { viewport: { width: 820, height: 700 } });
    await open(ben, "#channels/all");
    await ben.locator(".channel-row .one-line .words").nth(2).waitFor();
    expect(await ben.evaluate(isCutAtEnd(longName))).toBe(true);
    await ben.getByRole("main").getByRole("link", { name: "تصميم", exact: true }).click();
    await ben.getByRole("heading", { name: "تصميم", level: 1 }).waitFor();
    await message(ben, "x").getByRole("heading").getByRole("link").click();
    await ben.locator("h1 .topic").waitFor();
    expect(await ben.evaluate(isCutAtEnd(longName))).toBe(true);
    await open(ben, "#inbox");
    await ben.keyboard.press("Control+k");
    await ben.getByRole("dialog").getByRole("combobox").fill("Olive");
    await ben.locator(".goal-status").waitFor();
    await ben.setViewportSize({ width: 400, height: 700 });
    expect(await ben.evaluate(isCutAtEnd(longName, ".goals"))).toBe(true);
  });

  test("beside the sidebar, a narrow header still shows what it is about", async () => {
    const [channel, name] = ["everything that has a name", "a topic whose name has nearly sixty characters"];
    await windows.owner.callEndpoint("/users/me/subscriptions", "POST", {
      subscriptions: JSON.stringify([{ name: channel }]),
    });
    await windows.owner.callEndpoint("/messages", "POST", {
      type: "stream",
      to: channel,
      topic: name,
      content: "x",
    });
    const olive = await windows.openAs(ownerEmail, { viewport: { width: 801, height: 700 } });
    await olive.getByRole("main").getByRole("link", { name }).first().click();
    const heading = olive.locator("h1 .topic");
    await heading.waitFor();
    for (const width of [801, 850, 900, 1000, 1040]) {
      await olive.setViewportSize({ width, height: 700 });
      const shown = await heading.evaluate((one) => one.clientWidth);
      expect([width, shown > 130]).toEqual([width, true]);
    }
    await olive.setViewportSize({ width: 801, height: 700 });
    await open(olive, "#narrow/is/starred/search/pea");
    await olive.getByRole("heading", { name: "Search results" }).waitFor();
    const isWhole = await olive.locator("h1 .one-line").evaluate((one) => one.scrollWidth <= one.clientWidth);
    expect(isWhole).toBe(true);
  });

  test("the browser's own bar has the color of the chosen theme", async () => {
    const ben = await windows.openAs(benEmail, { colorScheme: "light" });
    const colors = () =>
      ben.evaluate(
        `[...document.querySelectorAll('meta[name="theme-color"]')]
          .filter(({ media }) => matchMedia(media).matches).map(({ content }) => content).join()`,
      );
    const choose = (scheme: number) =>
      windows.ben.callEndpoint("/settings", "PATCH", { color_scheme: String(scheme) });
    expect(await colors()).toBe("#fbfaf7");
    await choose(2);
    await ben.locator('[data-theme="dark"]').first().waitFor();
    expect(await colors()).toBe("#171b21");
    await choose(1);
    await ben.locator('html[data-theme="auto"]').waitFor();
    expect(await colors()).toBe("#fbfaf7");
  });
});
