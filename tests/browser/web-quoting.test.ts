import type { Page } from "playwright-core";
import { benEmail, describeInBrowser, message, until } from "../support/browser/web-windows";

jest.setTimeout(120_000);

describeInBrowser("quoting a part of a message", (windows) => {
  const openTopic = async (topic: string): Promise<Page> => {
    const page = await windows.openAs(benEmail);
    await page.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/${topic}"`);
    await page.getByRole("button", { name: "Poll or to-do list" }).waitFor();
    return page;
  };
  const field = (page: Page) => page.locator(".compose textarea");
  /** Selects from one text to the end of another, as a drag of the pointer does, which also focuses the message. */
  const select = async (page: Page, id: number, from: string, to = from) => {
    await page.locator(`#message-${id}`).focus();
    await page.evaluate(`{
      const find = (text) => {
        const walk = document.createTreeWalker(document.querySelector(".scroller"), NodeFilter.SHOW_TEXT);
        for (let node = walk.nextNode(); node; node = walk.nextNode()) {
          const at = node.data.indexOf(text);
          if (at >= 0) return [node, at];
        }
      };
      const [first, start] = find(${JSON.stringify(from)});
      const [last, end] = find(${JSON.stringify(to)});
      getSelection().setBaseAndExtent(first, start, last, end + ${to.length});
    }`);
  };
  const quoted = async (page: Page, act: () => Promise<void>): Promise<string> => {
    await field(page).fill("");
    await act();
    await until(page, "document.querySelector('.compose textarea').value !== ''");
    const lines = (await field(page).inputValue()).trim().split("\n");
    return lines.slice(1).join("\n");
  };

  test("the selected text is quoted, with its formats", async () => {
    const content = [
      "Bring the **big red** hammer and [the plan](https://example.com/plan).",
      "",
      "* one",
      "* two",
      "",
      "```python",
      "print(1)",
      "# count them",
      "```",
      "Goodbye",
    ].join("\n");
    const id = await windows.send(windows.owner, "parts", content);
    const other = await windows.send(windows.owner, "parts", "Another message");
    const ben = await openTopic("parts");
    const press = (key: string) => () => ben.keyboard.press(key);
    const quote = async (from: string, to = from) => {
      await ben.locator(`#message-${id}`).focus();
      return quoted(ben, async () => {
        await select(ben, id, from, to);
        await press(">")();
      });
    };
    expect(await quote("red", "plan")).toBe(
      "```quote\n**red** hammer and [the plan](https://example.com/plan)\n```",
    );
    expect(await quote("two")).toBe("```quote\n- two\n```");
    expect(await quote("count them")).toBe("````quote\n```python\ncount them\n```\n````");
    // All of it, or some of several messages, is quoted as it was written.
    const whole = `\`\`\`\`quote\n${content}\n\`\`\`\``;
    expect(await quote("Bring", "Goodbye")).toBe(whole);
    expect(await quote("Goodbye", "Another")).toBe(whole);
    // What is selected elsewhere has nothing to do with the message.
    expect(
      await quoted(ben, async () => {
        await select(ben, id, "hammer");
        await ben.locator(`#message-${other}`).focus();
        await press(">")();
      }),
    ).toBe("```quote\nAnother message\n```");
  });

  test("the button quotes it too, and forwarding takes it along", async () => {
    const id = await windows.send(windows.owner, "pressed", "Only these words, please");
    const ben = await openTopic("pressed");
    await message(ben, "Only these words").hover();
    await select(ben, id, "these words");
    expect(
      await quoted(ben, async () => {
        await select(ben, id, "these words");
        await message(ben, "Only these words").getByRole("button", { name: "Quote and reply" }).click();
      }),
    ).toBe("```quote\nthese words\n```");
    await field(ben).fill("");
    await select(ben, id, "these words");
    await message(ben, "Only these words").getByRole("button", { name: "More actions" }).click();
    await ben.getByRole("menuitem", { name: "Forward" }).click();
    await ben.locator(".new-message textarea").waitFor();
    await until(ben, "document.querySelector('.new-message textarea').value !== ''");
    const forwarded = await ben.locator(".new-message textarea").inputValue();
    expect(forwarded).toContain("```quote\nthese words\n```");
    expect(forwarded).not.toContain("Only");
  });
});
