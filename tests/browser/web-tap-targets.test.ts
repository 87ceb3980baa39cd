import type { BrowserContextOptions, Page } from "playwright-core";
import { benEmail, describeInBrowser, message, twoFrames, until } from "../support/browser/web-windows";

jest.setTimeout(120_000);

const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 640 },
  isMobile: true,
  hasTouch: true,
};

/** What can be tapped in sight, except links in what people wrote, and reacts to less than 24 pixels in a row. */
const smallTargets = `(() => {
  const small = [];
  for (const one of document.querySelectorAll("a[href], button, input, select, textarea, summary, [role^=menuitem], [role=option]")) {
    const { left, top, width, height } = one.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const label = one.closest("label");
    const reacts = (x, y) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (one.contains(hit) || label?.contains(hit));
    };
    if (one.closest(".words p, .words li") !== null || !reacts(x, y)) continue;
    const reach = (dx, dy) => {
      let far = 0;
      while (far < 24 && reacts(x + dx * (far + 1), y + dy * (far + 1))) far += 1;
      return far;
    };
    const size = [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1];
    if (Math.min(...size) < 24)
      small.push(size.join("x") + " " + (one.getAttribute("aria-label") ?? one.textContent ?? "").trim());
  }
  return small;
})()`;

const goTo = (page: Page, hash: string): Promise<unknown> =>
  page.evaluate(`location.hash = ${JSON.stringify(hash)}`);

describeInBrowser("fingers on a phone", (windows) => {
  test.each([
    ["the inbox", "#inbox", "a"],
    ["recent conversations", "#recent", "a"],
    ["the combined feed", "#feed", "article"],
    ["all channels", "#channels", ".channel-row"],
    ["groups", "#organization/groups", ".channel-row"],
    ["the settings", "#settings", "a"],
    ["drafts", "#drafts", "h1"],
  ])("reach everything in %s", async (_what, hash, shown) => {
    await windows.send(windows.owner, "fingers", "Tap me");
    const ben = await windows.openAs(benEmail, phone);
    await goTo(ben, hash);
    await ben.locator("main").locator(shown).first().waitFor();
    await until(ben, "document.querySelector('link[href*=deferred]')?.sheet != null");
    await twoFrames(ben);
    expect(await ben.evaluate(smallTargets)).toEqual([]);
  });

  test.each([
    ["a new channel", "New channel", "#channels"],
    ["an invitation", "Invite people", "#inbox"],
  ])("reach everything in the form for %s", async (_what, name, hash) => {
    const olive = await windows.openAs("owner@example.com", phone);
    await goTo(olive, hash);
    if (hash === "#inbox") {
      await olive.getByRole("main").getByRole("button", { name: "Channels" }).tap();
      await olive.getByRole("button", { name: "You" }).tap();
      await olive.getByRole("menuitem", { name }).tap();
    } else await olive.getByRole("button", { name }).tap();
    await olive.getByRole("dialog", { name }).waitFor();
    await twoFrames(olive);
    expect(await olive.evaluate(smallTargets)).toEqual([]);
  });

  test("open a channel from anywhere in its row, except from what else is in there", async () => {
    const description = "Written [here](https://example.com/here)";
    await windows.owner.callEndpoint(`/streams/${windows.generalId}`, "PATCH", { description });
    const ben = await windows.openAs(benEmail, phone);
    await windows.send(windows.owner, "fingers", "Tap me");
    await goTo(ben, "#channels");
    const row = ben.locator(".channel-row").filter({ hasText: "general" });
    await row.waitFor();
    await until(
      ben,
      `(() => {
        const link = document.querySelector(".channel-about .words a");
        const { left, top } = link.getBoundingClientRect();
        return document.elementFromPoint(left + 3, top + 5) === link;
      })()`,
    );
    await row.getByRole("link", { name: "general: settings" }).tap();
    await until(ben, "location.hash.startsWith('#channels/')");
    await ben.goBack();
    // Browsers move a tap to a link that is near.
    const { x = 0, y = 0, width = 0, height = 0 } = (await row.locator(".channel-about").boundingBox()) ?? {};
    await ben.touchscreen.tap(x + width - 5, y + height - 5);
    await ben.getByRole("heading", { name: "general", level: 1 }).waitFor();
    await message(ben, "Tap me").first().waitFor();
  });
});
