import type { Page } from "playwright-core";
import { press } from "../support/browser/by-keyboard";
import { benEmail, check, describeInBrowser, message, until } from "../support/browser/web-windows";

jest.setTimeout(120_000);

const pills = (page: Page, shown: readonly string[], text = ""): Promise<void> =>
  until(
    page,
    `JSON.stringify([[...document.querySelectorAll("search .pill > span")].map((one) => one.innerText), document.getElementById("search")?.value]) ===
      ${JSON.stringify(JSON.stringify([shown, text]))}`,
  );
const offer = (page: Page, name: string) => page.getByRole("option", { name, exact: true });

describeInBrowser("suggestions of the search", (windows) => {
  test("begin with the conversation on screen, and what was typed stays", async () => {
    const { owner, ben, benId, send, generalId } = windows;
    await send(owner, "garden tools", "The hammer is here");
    await send(owner, "kitchen", "A hammer in the kitchen");
    await ben.callEndpoint("/messages", "POST", { type: "direct", to: "[1]", content: "Your hammer" });
    const page = await windows.openAs(benEmail);
    await page.evaluate(`location.hash = "#narrow/channel/${generalId}-general/topic/garden.20tools"`);
    await message(page, "The hammer is here").waitFor();
    await press(page, "/");
    await offer(page, 'channel:general topic:"garden tools"').waitFor();
    await check(page, "search-here");
    await press(page, "ArrowDown", "Enter");
    await pills(page, ["channel:general", 'topic:"garden tools"']);
    await page.keyboard.type("hammer");
    await press(page, "Enter");
    await until(page, 'location.hash.endsWith("/topic/garden.20tools/search/hammer")');
    await until(page, "document.querySelectorAll('article').length === 1");
    // The channel alone, after a word.
    await page.evaluate(`location.hash = "#narrow/channel/${generalId}-general"`);
    await message(page, "A hammer in the kitchen").waitFor();
    await press(page, "/");
    await page.keyboard.type("hammer");
    await offer(page, "channel:general").click();
    await pills(page, ["channel:general"], "hammer");
    // People are named, except the reader.
    await page.evaluate(`location.hash = "#narrow/dm/1,${benId}"`);
    await message(page, "Your hammer").waitFor();
    await press(page, "/");
    await offer(page, 'dm:"Olive Owner"').click();
    await page.keyboard.type("hammer");
    await press(page, "Enter");
    await until(page, "document.querySelectorAll('article').length === 1");
    await message(page, "Your hammer").waitFor();
  });

  test("name people and channels, and operators in any case, for a word without an operator", async () => {
    const page = await windows.openAs(benEmail);
    await press(page, "/");
    await page.keyboard.type("hammer oli");
    await offer(page, 'dm:"Olive Owner"').waitFor();
    await offer(page, 'sender:"Olive Owner"').click();
    await pills(page, ['sender:"Olive Owner"'], "hammer ");
    await page.keyboard.type("gene");
    await offer(page, "channel:general").click();
    await pills(page, ['sender:"Olive Owner"', "channel:general"], "hammer ");
    await page.keyboard.type("-is:star");
    await offer(page, "-is:starred").click();
    await pills(page, ['sender:"Olive Owner"', "channel:general", "-is:starred"], "hammer ");
    // Keyboards of phones begin with a capital letter.
    await press(page, "Control+a");
    await page.keyboard.type("Is:dm Sender:m");
    await offer(page, "sender:me").click();
    await pills(page, [
      'sender:"Olive Owner"',
      "channel:general",
      "-is:starred",
      "is:dm",
      'sender:"Ben Bell"',
    ]);
  });

  test("leave Enter to the words that were typed", async () => {
    const page = await windows.openAs(benEmail);
    await press(page, "/");
    await page.keyboard.type("oli");
    await offer(page, 'sender:"Olive Owner"').waitFor();
    await press(page, "Enter");
    await until(page, `location.hash === "#narrow/search/oli"`);
  });
});
