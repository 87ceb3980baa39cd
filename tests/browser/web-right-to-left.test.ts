import type { Page } from "playwright-core";
import { benEmail, describeInBrowser, message } from "../support/browser/web-windows";

jest.setTimeout(120_000);

/** Whether the first character of an element's text is drawn to the left of the last one. */
const readsLeftToRight = (selector: string): string => `(() => {
  const element = document.querySelector(${JSON.stringify(selector)});
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const all = [];
  while (walker.nextNode()) for (let at = 0; at < walker.currentNode.length; at += 1) all.push([walker.currentNode, at]);
  const placed = all.filter(([node, at]) => /\\S/.test(node.data[at])).map(([node, at]) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect();
  });
  const shown = placed.filter(({ width }) => width > 0);
  return shown[0].left < shown.at(-1).left;
})()`;

describeInBrowser("the web client right to left", (windows) => {
  const open = async (): Promise<Page> => {
    const ben = await windows.openAs(benEmail);
    await ben.evaluate(`document.documentElement.dir = "rtl"`);
    await ben.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/ألوان"`);
    await message(ben, "مرحبا").first().waitFor();
    return ben;
  };

  test("code, formulas and times keep their order beside Arabic text", async () => {
    const code = "```python\nprint('مرحبا')\n```";
    await windows.send(windows.owner, "ألوان", `مرحبا \`#1f5fa8;\` و $$x + 1 = (y)$$\n\n${code}`);
    const ben = await open();
    for (const selector of [".words p code", ".words pre", ".words math", ".message .time"])
      expect([selector, await ben.evaluate(readsLeftToRight(selector))]).toEqual([selector, true]);
    const isOverCode = await ben.evaluate(`(() => {
      const button = document.querySelector(".copy-code").getBoundingClientRect();
      const code = document.querySelector("pre code").getBoundingClientRect();
      return button.left < code.right;
    })()`);
    expect(isOverCode).toBe(false);
  });

  test("an Arabic channel's unread messages are headed where others are, with the icon of its kind", async () => {
    await windows.owner.callEndpoint("/channels/create", "POST", {
      name: "تصميم",
      subscribers: JSON.stringify([windows.benId]),
      invite_only: "true",
    });
    await windows.owner.callEndpoint("/messages", "POST", {
      type: "channel",
      to: "تصميم",
      topic: "x",
      content: "y",
    });
    await windows.send(windows.owner, "z", "z");
    const ben = await windows.openAs(benEmail);
    const headed = ben.getByRole("heading", { name: "تصميم" });
    await headed.waitFor();
    await headed.locator(".icon-lock").waitFor();
    const left = (name: string) => `[...document.querySelectorAll(".inbox-title a")]
      .find((one) => one.textContent === "${name}").getBoundingClientRect().left`;
    expect(await ben.evaluate(left("تصميم"))).toBe(await ben.evaluate(left("general")));
  });
});
