import type { Page } from "playwright-core";
import { atTopic, press } from "../support/browser/by-keyboard";
import {
  benEmail,
  check,
  choose,
  chooseTool,
  describeInBrowser,
  message,
} from "../support/browser/web-windows";

jest.setTimeout(120_000);

describeInBrowser("dialogs of the web client", (windows) => {
  const openAtTopic = async (topic: string, text = "Begin", shown = text): Promise<Page> => {
    await windows.send(windows.ben, topic, text);
    const page = await windows.openAs(benEmail);
    await atTopic(page, windows, topic, shown);
    return page;
  };

  test("a click outside closes a dialog, but not a form that has been filled in", async () => {
    const page = await openAtTopic("forms");
    const poll = page.getByRole("dialog", { name: "Poll or to-do list" });
    const question = page.getByLabel("Question");
    await chooseTool(page, "Poll or to-do list");
    await poll.waitFor();
    await page.mouse.click(5, 5);
    await poll.waitFor({ state: "detached" });
    await chooseTool(page, "Poll or to-do list");
    await question.fill("Soup or bread?");
    await page.mouse.click(5, 5);
    await page.waitForTimeout(200);
    await expect(question.inputValue()).resolves.toBe("Soup or bread?");
    await press(page, "Escape");
    await poll.waitFor({ state: "detached" });

    // So do the other forms, and a box to search in isn't one.
    await page.getByRole("button", { name: "You" }).click();
    await page.getByRole("menuitem", { name: "Set status" }).click();
    const status = page.getByRole("dialog", { name: "Set status" });
    await status.getByRole("textbox").first().fill("At lunch");
    await page.mouse.click(5, 5);
    await page.waitForTimeout(200);
    await expect(status.getByRole("textbox").first().inputValue()).resolves.toBe("At lunch");
    await press(page, "Escape");
    await status.waitFor({ state: "detached" });
    await press(page, "Control+k");
    await page.keyboard.type("rec");
    await page.mouse.click(5, 5);
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  test("text can be selected to beyond the edge of a dialog, which stays open", async () => {
    const page = await openAtTopic("edges");
    await chooseTool(page, "Poll or to-do list");
    const question = page.getByLabel("Question");
    const box = await question.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 10);
    await page.mouse.down();
    await page.mouse.move(5, (box?.y ?? 0) + 10, { steps: 4 });
    await page.mouse.up();
    await page.waitForTimeout(200);
    await expect(question.count()).resolves.toBe(1);
  });

  test("the question before a deletion shows the beginning of the message", async () => {
    const page = await openAtTopic("doomed", `**Soup** :custard: at ${"noon ".repeat(60)}`, "Soup");
    await choose(page, "Soup", "Delete");
    const dialog = page.getByRole("dialog", { name: "Delete this message for everyone?" });
    await dialog.getByText(/^Soup .* at noon noon .*…$/).waitFor();
    await check(page, "delete-message");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await message(page, "Soup").waitFor();
  });
});
