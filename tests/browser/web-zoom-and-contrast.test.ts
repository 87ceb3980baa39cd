import type { BrowserContextOptions, Page } from "playwright-core";
import {
  benEmail,
  check,
  describeInBrowser,
  message,
  twoFrames,
  until,
} from "../support/browser/web-windows";

jest.setTimeout(180_000);

/** A window of 1280 by 1024 pixels at 400 %, which is what WCAG's reflow asks for, and at 200 %. */
const zoomed: readonly (readonly [string, BrowserContextOptions])[] = [
  ["400", { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4, reducedMotion: "reduce" }],
  ["200", { viewport: { width: 640, height: 512 }, deviceScaleFactor: 2 }],
];
const forced: readonly (readonly [string, BrowserContextOptions])[] = [
  ["light", { viewport: { width: 1280, height: 800 }, forcedColors: "active" }],
  ["dark", { viewport: { width: 1280, height: 800 }, forcedColors: "active", colorScheme: "dark" }],
];

/** The controls of the current screen that lie beyond the sides of the window, or of the box that cuts them off. */
const outside = `[...document.querySelectorAll("main button, main a, main input, main select, main textarea, .bottom *")]
  .filter((one) => {
    const { left, right, width } = one.getBoundingClientRect();
    const isShown = width > 1 && !one.closest(".unseen, .search") && getComputedStyle(one).visibility === "visible";
    return isShown && (left < 0 || right > innerWidth + 1);
  })
  .map((one) => one.outerHTML.slice(0, 100))`;
/** Whether the current screen and its style are there, with what it shows, and nothing moves any more. */
const isShown = `document.querySelector("main h1, main h2") !== null && document.querySelector("[aria-live]") !== null &&
  !document.querySelector("main").innerText.includes("Loading…") &&
  document.getAnimations().every(({ playState }) => playState !== "running")`;
const outlineOf = (
  selector: string,
) => `[...document.querySelectorAll(${JSON.stringify(selector)})].some((one) => {
  const { outlineStyle, outlineWidth } = getComputedStyle(one);
  return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
})`;

describeInBrowser("the web client at high zoom and in forced colors", (windows) => {
  const screens = (): readonly (readonly [string, string])[] => [
    ["inbox", "#inbox"],
    ["recent", "#recent"],
    ["feed", "#feed"],
    ["topic", `#narrow/channel/${windows.generalId}-general/topic/sheets`],
    ["search", "#narrow/search/nothing"],
    ["channels", "#channels"],
    ["drafts", "#drafts"],
    ["settings", "#settings/preferences"],
    ["channel", `#channels/${windows.generalId}/general/subscribers`],
  ];
  const show = async (page: Page, hash: string) => {
    await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    await twoFrames(page);
    await until(page, isShown);
    await twoFrames(page);
  };
  const topic = () => screens().find(([name]) => name === "topic")?.[1] ?? "";

  beforeAll(async () => {
    await windows.send(windows.owner, "sheets", "A sheet");
    await windows.send(windows.owner, "sheets", "Another sheet");
  });

  test.each(zoomed)("each screen fits a window at %s %%", async (name, options) => {
    const ben = await windows.openAs(benEmail, options);
    for (const [screen, hash] of screens()) {
      await show(ben, hash);
      await expect(ben.evaluate(outside)).resolves.toEqual([]);
      await check(ben, `zoom-${name}-${screen}`);
    }
  });

  test("at 400 % a message can be read and written, and all buttons are within reach", async () => {
    const ben = await windows.openAs(benEmail, zoomed[0]?.[1]);
    await show(ben, topic());
    const field = ben.getByRole("textbox", { name: "Message sheets" });
    await field.fill("One\ntwo\nthree\nfour");
    await ben.getByRole("button", { name: "Send later" }).waitFor();
    await expect(ben.evaluate(outside)).resolves.toEqual([]);
    // However long the text is, messages and the Send button stay in sight.
    for (const lines of [1, 2, 4, 12]) {
      await field.fill(Array.from({ length: lines }, (_, index) => `Line ${index}`).join("\n"));
      await until(ben, "document.querySelector('.scroller').clientHeight >= 60");
      await until(ben, "document.querySelector('.send').getBoundingClientRect().bottom <= innerHeight");
      await ben.getByRole("combobox", { name: "Search" }).click({ trial: true });
    }
    await field.fill("One\ntwo\nthree\nfour");
    await field.press("Enter");
    await message(ben, "four").waitFor();
    const room = Number(await ben.evaluate("document.querySelector('.scroller').clientHeight"));
    expect(room).toBeGreaterThanOrEqual(80);
    await message(ben, "Another sheet").focus();
    await ben.keyboard.press("u");
    const card = ben.getByRole("dialog", { name: "Olive Owner" });
    await card.getByRole("button", { name: "Write a message" }).click();
    await ben.getByRole("textbox", { name: "Message Olive Owner" }).waitFor();
  });

  test.each([
    ["200 % of 1280 by 800", { width: 640, height: 400 }],
    ["400 %", { width: 320, height: 256 }],
    ["a low window", { width: 1280, height: 390 }],
  ])("%s: every tool of the compose box is within reach", async (_name, viewport) => {
    const ben = await windows.openAs(benEmail, { viewport, reducedMotion: "reduce" });
    await show(ben, topic());
    const compose = ben.locator(".compose");
    await compose.getByRole("button", { name: /^(More actions|Snippets)$/ }).waitFor();
    for (const tool of ["Emoji", "Preview"])
      await compose.getByRole("button", { name: tool }).click({ trial: true });
    await compose.locator(".upload").click({ trial: true });
    for (const tool of ["Poll or to-do list", "Snippets"]) {
      const own = compose.getByRole("button", { name: tool });
      if ((await own.count()) > 0) await own.click();
      else {
        await compose.getByRole("button", { name: "More actions" }).press("Enter");
        await ben.getByRole("menuitem", { name: tool }).click();
      }
      await ben.getByRole("dialog").waitFor();
      await until(ben, "document.activeElement.closest('dialog, [role=dialog]') !== null");
      await ben.keyboard.press("Escape");
      await ben.getByRole("dialog").waitFor({ state: "detached" });
    }
    await expect(ben.evaluate(outside)).resolves.toEqual([]);
  });

  test.each(forced)("forced colors, %s: each screen keeps its contrast", async (name, options) => {
    const ben = await windows.openAs(benEmail, options);
    for (const [screen, hash] of screens()) {
      await show(ben, hash);
      await check(ben, `forced-${name}-${screen}`);
    }
  });

  test("forced colors: outlines show what is focused, chosen and switched on", async () => {
    const ben = await windows.openAs(benEmail, forced[0]?.[1]);
    await show(ben, topic());
    await message(ben, "Another sheet").focus();
    await until(ben, outlineOf(".row:focus .message"));
    await until(ben, outlineOf(".side [aria-current]"));
    const field = ben.getByRole("textbox", { name: "Message sheets" });
    await field.fill("@ol");
    await ben.getByRole("option", { name: /Olive/ }).waitFor();
    await until(ben, outlineOf("[role=option][aria-selected=true]"));
    await until(ben, outlineOf(".compose"));
    await field.fill("Text");
    await ben.getByRole("button", { name: "Preview" }).click();
    await until(ben, outlineOf(".compose [aria-pressed=true]"));
    // Icons have the color of text, which the system sets.
    await expect(
      ben.evaluate(
        `getComputedStyle(document.querySelector(".compose .icon")).stroke === getComputedStyle(document.querySelector(".compose .icon").parentElement).color`,
      ),
    ).resolves.toBe(true);
    await field.fill("");
  });

  test("with reduced motion nothing moves", async () => {
    const ben = await windows.openAs(benEmail, {
      viewport: { width: 360, height: 740 },
      reducedMotion: "reduce",
    });
    const moving = `[...document.querySelectorAll("*")].filter((one) => {
      const { transitionDuration, animationDuration, animationName, scrollBehavior } = getComputedStyle(one);
      return /[1-9]/.test(transitionDuration) || (animationName !== "none" && /[1-9]/.test(animationDuration)) || scrollBehavior === "smooth";
    }).map(({ outerHTML }) => outerHTML.slice(0, 80))`;
    for (const [, hash] of screens()) {
      await show(ben, hash);
      await expect(ben.evaluate(moving)).resolves.toEqual([]);
    }
  });

  test("the entries of the sidebar can be read to their ends, with letters of any size", async () => {
    const { ben: client } = windows;
    await client.callEndpoint("/drafts", "POST", {
      drafts: JSON.stringify([
        { type: "stream", to: [windows.generalId], topic: "sheets", content: "Later" },
      ]),
    });
    const later = Math.round(Date.now() / 1000) + 86_400;
    await client.callEndpoint("/scheduled_messages", "POST", {
      type: "channel",
      to: windows.generalId,
      topic: "sheets",
      content: "Later",
      scheduled_delivery_timestamp: later,
    });
    const id = await windows.send(windows.owner, "sheets", "To be reminded of");
    await client.callEndpoint("/reminders", "POST", { message_id: id, scheduled_delivery_timestamp: later });
    const ben = await windows.openAs(benEmail);
    for (const name of ["Drafts 1", "Scheduled 1", "Reminders 1"])
      await ben.getByRole("link", { name }).waitFor();
    const cut = `[...document.querySelectorAll(".side *")]
      .filter((one) => getComputedStyle(one).overflowX === "hidden" && one.scrollWidth > one.clientWidth && !one.matches(".unseen"))
      .map((one) => one.innerText)`;
    const hint = `(() => {
      const field = document.getElementById("side-filter");
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      const pen = document.createElement("canvas").getContext("2d");
      pen.font = font;
      return pen.measureText(field.placeholder).width <= field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    })()`;
    for (const size of ["0.9", "1", "1.1", "1.25"]) {
      await ben.evaluate(`document.documentElement.style.setProperty("--size", "${size}")`);
      await twoFrames(ben);
      expect([size, await ben.evaluate(cut), await ben.evaluate(hint)]).toEqual([size, [], true]);
    }
    await ben.setViewportSize({ width: 360, height: 740 });
    await twoFrames(ben);
    expect(await ben.evaluate(cut)).toEqual([]);
  });
});
