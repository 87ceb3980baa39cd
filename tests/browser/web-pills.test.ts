import type { Page } from "playwright-core";
import { allWindows, check, describeInBrowser, message } from "../support/browser/web-windows";

jest.setTimeout(120_000);

/** The minimum contrast between a tint and its background. */
const visible = 1.1;
const readable = 4.5;

type Color = readonly [red: number, green: number, blue: number];

const luminance = (color: Color): number => {
  const [red = 0, green = 0, blue = 0] = color.map((part) =>
    part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one: Color, other: Color): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

/** The text of an element, its ground, and the ground of its message, as they are drawn. */
const colorsOf = async (
  page: Page,
  selector: string,
): Promise<{ readonly text: Color; readonly ground: Color; readonly row: Color }> => {
  const [text, ground, row] = (await page.evaluate(`(() => {
    const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const drawn = (...colors) => {
      pen.clearRect(0, 0, 1, 1);
      for (const color of colors) { pen.fillStyle = color; pen.fillRect(0, 0, 1, 1); }
      return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => part / 255);
    };
    const element = [...document.querySelectorAll(${JSON.stringify(selector)})].at(-1);
    const style = getComputedStyle(element);
    const row = [getComputedStyle(document.body).backgroundColor, getComputedStyle(element.closest(".message")).backgroundColor];
    return [drawn(style.color), drawn(...row, style.backgroundColor), drawn(...row)];
  })()`)) as [Color, Color, Color];
  return { text, ground, row };
};

describeInBrowser("what is set off in messages", (windows) => {
  beforeAll(async () => {
    const { owner, ben, benId } = windows;
    await owner.callEndpoint("/user_groups/create", "POST", {
      name: "gardeners",
      description: "Who waters the plants",
      members: JSON.stringify([1, benId]),
    });
    await windows.send(owner, "pills", "For @_**Ben Bell** and @_*gardeners*, `code` first");
    // One that mentions its reader has a ground of its own.
    await windows.send(ben, "pills", "Mine: @**Olive Owner**, @**topic**, @*gardeners* and `code`");
  });

  test.each(allWindows)("mentions and code show on rows that are hovered: %s", async (name, options) => {
    const page = await windows.openAs("owner@example.com", options);
    await page.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general/topic/pills`);
    await message(page, "Mine").waitFor();
    const faint: unknown[] = [];
    for (const level of ["usual", "more"])
      for (const text of ["For", "Mine"]) {
        await page.evaluate(`document.documentElement.dataset.contrast = "${level}"`);
        const id = await message(page, text).getAttribute("id");
        for (const state of ["at rest", "hovered", "selected"]) {
          if (state === "at rest") await page.mouse.move(0, 0);
          else if (state === "hovered") await message(page, text).hover();
          else await message(page, text).focus();
          for (const kind of [".user-mention", ".user-group-mention", ".topic-mention", "code"]) {
            const selector = `#${id} .words ${kind}`;
            if ((await page.locator(selector).count()) === 0) continue;
            const { text: ink, ground, row } = await colorsOf(page, selector);
            if (contrast(ground, row) < visible || contrast(ink, ground) < readable)
              faint.push([level, text, state, kind, contrast(ground, row), contrast(ink, ground)]);
          }
        }
        if (level === "usual") await check(page, `pills-${text}-${name}`);
      }
    expect(faint).toEqual([]);
  });
});
