import type { Page } from "playwright-core";
import { press } from "../support/browser/by-keyboard";
import { benEmail, deleteDrafts, describeInBrowser, message, until } from "../support/browser/web-windows";

jest.setTimeout(120_000);

const composed = "document.querySelector('.compose textarea')?.value";
/** Until a draft that is typed has been saved and what was saved has settled, in milliseconds. */
const settled = 6000;

describeInBrowser("a draft on two devices, with the caret in both", (windows) => {
  const openTopic = async (page: Page, topic: string) => {
    await page.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/${topic}"`);
    await page.getByRole("textbox", { name: `Message ${topic}` }).focus();
  };
  const openBoth = async (topic: string) => {
    await windows.send(windows.owner, topic, `Begin ${topic}`);
    const laptop = await windows.openAs(benEmail);
    const phone = await windows.openAs(benEmail);
    await openTopic(laptop, topic);
    return { laptop, phone };
  };

  test("one that is sent from either is gone from both, and is sent once", async () => {
    const { laptop, phone } = await openBoth("ride");
    await laptop.keyboard.type("Me too");
    await laptop.waitForTimeout(settled);
    await openTopic(phone, "ride");
    await until(phone, `${composed} === 'Me too'`);
    await press(phone, "Enter");
    await message(laptop, "Me too").waitFor();
    await until(laptop, `${composed} === ''`);
    await press(laptop, "Enter");
    await laptop.keyboard.type("At nine?");
    await press(laptop, "Enter");
    await message(phone, "At nine?").waitFor();
    expect(await message(phone, "Me too").count()).toBe(1);
  });

  test("one sent from elsewhere just after it was typed here is gone from here too", async () => {
    const { laptop, phone } = await openBoth("boat");
    await openTopic(phone, "boat");
    await laptop.keyboard.type("Row!");
    await until(phone, `${composed} === 'Row!'`);
    await press(phone, "Enter");
    await message(laptop, "Row!").waitFor();
    await until(laptop, `${composed} === ''`);
  });

  test("one that is continued elsewhere is continued here, and a space at its end stays while its author thinks", async () => {
    const { laptop, phone } = await openBoth("train");
    await laptop.keyboard.type("The 9:40 ");
    await laptop.waitForTimeout(settled);
    await laptop.keyboard.type("or");
    await until(laptop, `${composed} === 'The 9:40 or'`);
    await laptop.waitForTimeout(settled);
    await openTopic(phone, "train");
    await until(phone, `${composed} === 'The 9:40 or'`);
    await press(phone, "End");
    await phone.keyboard.type(" the next");
    await until(laptop, `${composed} === 'The 9:40 or the next'`);
    await deleteDrafts(windows.ben);
  });

  test("one that another window of the browser replaces and sends is gone", async () => {
    await windows.send(windows.owner, "bus", "Begin bus");
    const first = await windows.openAs(benEmail);
    await openTopic(first, "bus");
    await first.keyboard.type("From the first");
    const second = await first.context().newPage();
    await second.goto(first.url());
    await until(second, `${composed} === 'From the first'`);
    const field = second.getByRole("textbox", { name: "Message bus" });
    await field.fill("From the second");
    await until(first, `${composed} === 'From the second'`);
    await field.press("Enter");
    await message(first, "From the second").waitFor();
    await until(first, `${composed} === ''`);
  });
});
