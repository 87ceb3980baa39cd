import type { Page } from "playwright-core";
import { atTopic, press } from "../support/browser/by-keyboard";
import {
  benEmail,
  check,
  choose,
  chooseTool,
  describeInBrowser,
  message,
  until,
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
    // Escape asks first, and takes its question back.
    const asks = page.getByRole("alertdialog", { name: "Discard what you have entered?" });
    await question.focus();
    await press(page, "Escape");
    await asks.waitFor();
    await check(page, "discard-question");
    await press(page, "Escape");
    await asks.waitFor({ state: "detached" });
    await until(page, "document.activeElement.value === 'Soup or bread?'");
    await press(page, "Escape");
    await asks.getByRole("button", { name: "Keep editing" }).click();
    await asks.waitFor({ state: "detached" });
    await expect(question.inputValue()).resolves.toBe("Soup or bread?");
    await press(page, "Escape");
    await asks.getByRole("button", { name: "Discard" }).click();
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
    await asks.getByRole("button", { name: "Discard" }).click();
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

  test("an invitation's link is shown until what it invites to is changed", async () => {
    const page = await windows.openAs("owner@example.com");
    await page.evaluate("location.hash = '#organization/invitations'");
    await page.getByRole("button", { name: "Invite people" }).click();
    const dialog = page.getByRole("dialog", { name: "Invite people" });
    const link = dialog.getByLabel("Invitation link");
    const make = dialog.getByRole("button", { name: "Create a link" });
    await make.click();
    const first = await link.inputValue();
    await dialog.getByLabel("Join as").selectOption("Moderator");
    await link.waitFor({ state: "detached" });
    await make.click();
    await expect(link.inputValue()).resolves.not.toBe(first);
    const general = dialog.getByRole("checkbox", { name: "general" });
    await general.setChecked(!(await general.isChecked()));
    await link.waitFor({ state: "detached" });
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
