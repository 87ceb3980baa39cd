import type { Page } from "playwright-core";
import {
  allWindows,
  benEmail,
  check,
  describeInBrowser,
  message,
  until,
} from "../support/browser/web-windows";

jest.setTimeout(120_000);

const readAllIn = (page: Page) => page.getByRole("button", { name: "Mark all as read" });
const rowsIn = (page: Page) => page.getByRole("main").getByRole("link", { name: /unread$/ });
const nothingUnread = (page: Page) => page.getByText("All read", { exact: true }).waitFor();

describeInBrowser("marking everything as read in the web client", (windows) => {
  const toBen = (content: string) =>
    windows.owner.callEndpoint("/messages", "POST", {
      type: "direct",
      to: JSON.stringify([windows.benId]),
      content,
    });

  test("marking everything as read clears the counts of all windows, and an undo brings them back", async () => {
    const [here, there] = [await windows.openAs(benEmail), await windows.openAs(benEmail)];
    await windows.send(windows.owner, "lunch", "Soup?");
    await windows.send(windows.owner, "printer", "It is jammed");
    await toBen("Are you there?");
    for (const page of [here, there]) await rowsIn(page).nth(2).waitFor();
    await readAllIn(here).click();
    await here.getByText("Marked as read.").waitFor();
    for (const page of [here, there]) {
      await nothingUnread(page);
      await until(page, `!document.title.startsWith("(")`);
      await readAllIn(page).waitFor({ state: "detached" });
    }
    await here.getByRole("button", { name: "Undo" }).click();
    for (const page of [here, there]) await rowsIn(page).nth(2).waitFor();
  });

  test("a channel that is marked as read can be made unread again", async () => {
    await windows.send(windows.owner, "lunch", "Soup again?");
    const ben = await windows.openAs(benEmail);
    const row = ben.getByRole("main").getByRole("link", { name: /^lunch/ });
    await row.waitFor();
    await ben.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general"`);
    await ben.getByRole("button", { name: "Channel actions" }).click();
    await ben.getByRole("menuitem", { name: "Mark as read" }).click();
    await ben.getByText("Marked as read.").waitFor();
    await ben.evaluate(`location.hash = "#inbox"`);
    await row.waitFor({ state: "detached" });
    await ben.getByRole("button", { name: "Undo" }).click();
    await row.waitFor();
  });

  test("hundreds of messages are marked as read from the combined feed, once the user has agreed", async () => {
    // More than the 300 that need no question, though the feed marks those as read that are in view.
    for (let count = 0; count < 360; count += 1) await windows.send(windows.owner, "log", `Line ${count}`);
    const [here, there] = [await windows.openAs(benEmail), await windows.openAs(benEmail)];
    const row = there.getByRole("main").getByRole("link", { name: /^log \d+ unread$/ });
    await row.waitFor();
    await here.evaluate(`location.hash = "#feed"`);
    await readAllIn(here).click();
    const question = here.getByRole("dialog", { name: /^Mark 3\d\d messages as read\?/ });
    await question.getByRole("button", { name: "Cancel" }).click();
    await readAllIn(here).click();
    await question.getByRole("button", { name: "Mark all as read" }).click();
    await here.getByText("Marked as read.").waitFor();
    await nothingUnread(there);
    await here.getByRole("button", { name: "Undo" }).click();
    await row.waitFor();
    await windows.ben.callEndpoint("/mark_all_as_read", "POST", {});
  });

  test.each(allWindows)("the button is accessible and fits: %s", async (name, options) => {
    await windows.send(windows.owner, "fit", `Look ${name}`);
    const ben = await windows.openAs(benEmail, options);
    await readAllIn(ben).waitFor();
    await check(ben, `read-all-inbox-${name}`);
    await ben.evaluate(`location.hash = "#feed"`);
    await message(ben, `Look ${name}`).waitFor();
    await readAllIn(ben).waitFor();
    await check(ben, `read-all-feed-${name}`);
  });

  test("an old link opens the direct messages with a person, and one to an unknown person says that they aren't here", async () => {
    await toBen("The old way");
    const ben = await windows.openAs(benEmail);
    for (const operator of ["pm-with", "group-pm-with"]) {
      await ben.goto(`${windows.url}/#narrow/${operator}/owner.40example.2Ecom`);
      await message(ben, "The old way").waitFor();
      const title = operator === "pm-with" ? "Olive Owner" : "Search results";
      await ben.getByRole("heading", { level: 1, name: title }).waitFor();
      await ben.goto(`${windows.url}/#narrow/${operator}/nobody.40example.2Ecom`);
      await ben.getByRole("alert").filter({ hasText: "somebody who isn’t here" }).waitFor();
    }
  });
});
