import type { Page } from "playwright-core";
import { benEmail, check, describeInBrowser, message, until } from "../support/browser/web-windows";

jest.setTimeout(120_000);

describeInBrowser("what readers opened or began to write in a message", (windows) => {
  const topic = (name: string) => `#narrow/channel/${windows.generalId}-general/topic/${name}`;
  const openTopic = async (name: string): Promise<Page> => {
    const page = await windows.openAs(benEmail);
    await page.evaluate(`location.hash = ${JSON.stringify(topic(name))}`);
    await page.getByRole("article").first().waitFor();
    return page;
  };
  const attach = (client: typeof windows.ben, id: number, change: object) =>
    client.callEndpoint("/submessage", "POST", {
      message_id: id,
      msg_type: "widget",
      content: JSON.stringify(change),
    });

  test("a spoiler stays open when its message is edited or gets a reaction", async () => {
    const spoiler = (text: string) => `${text}\n\`\`\`spoiler Ending\nThe butler\n\`\`\`\n`;
    const second = "```spoiler Sequel\nThe gardener\n```";
    const id = await windows.send(windows.owner, "spoilers", spoiler("Film") + second);
    const ben = await openTopic("spoilers");
    await message(ben, "Film").getByText("Ending").click();
    await ben.getByText("The butler").waitFor();
    await windows.owner.callEndpoint(`/messages/${id}/reactions`, "POST", { emoji_name: "tada" });
    await ben.getByRole("button", { name: /^tada by/ }).waitFor();
    expect(await ben.getByText("The butler").isVisible()).toBe(true);
    await windows.owner.callEndpoint(`/messages/${id}`, "PATCH", { content: spoiler("Old film") + second });
    await message(ben, "Old film").waitFor();
    expect(await ben.getByText("The butler").isVisible()).toBe(true);
    expect(await ben.getByText("The gardener").isVisible()).toBe(false);
    await until(ben, "document.activeElement.textContent.trim() === 'Ending'");
  });

  test("a half-written option stays when others vote or add some, and while its author reads elsewhere", async () => {
    const id = await windows.send(windows.owner, "votes", "/poll Lunch?\nPizza\nSoup");
    const ben = await openTopic("votes");
    const field = message(ben, "Lunch?").getByLabel("New option");
    await field.pressSequentially("Sal");
    await attach(windows.owner, id, { type: "vote", key: "canned,0", vote: 1 });
    await ben.getByRole("button", { name: "Pizza: 1 vote" }).waitFor();
    expect(await field.inputValue()).toBe("Sal");
    await attach(windows.owner, id, { type: "new_option", idx: 0, option: "Bread" });
    await ben.getByRole("button", { name: "Bread: 0 votes" }).waitFor();
    await field.pressSequentially("ad");
    expect(await field.inputValue()).toBe("Salad");
    await ben.evaluate(`location.hash = ${JSON.stringify("#inbox")}`);
    await ben.getByRole("heading", { name: "Inbox" }).waitFor();
    await ben.goBack();
    await field.waitFor();
    expect(await field.inputValue()).toBe("Salad");
    await field.press("Enter");
    await ben.getByRole("button", { name: "Salad: 0 votes" }).waitFor();
    expect(await field.inputValue()).toBe("");
  });

  test("options that are added faster than the server answers all arrive", async () => {
    await windows.send(windows.owner, "fast-votes", "/poll Breakfast?\nPorridge");
    const ben = await openTopic("fast-votes");
    const field = message(ben, "Breakfast?").getByLabel("New option");
    await ben.route("**/json/submessage", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    for (const option of ["Toast", "Eggs", "Muesli"]) {
      await field.fill(option);
      await field.press("Enter");
    }
    for (const option of ["Toast", "Eggs", "Muesli"])
      await ben.getByRole("button", { name: `${option}: 0 votes` }).waitFor();
  });

  test.each([
    ["/poll Lunch?\nPizza", "Lunch?", "Edit question", "Question", "Supper?"],
    ["/todo Shopping\nMilk", "Shopping", "Edit title", "Title", "Groceries"],
  ])("the author of %j edits its heading", async (content, before, button, label, after) => {
    const topicName = before.replace("?", "-heading");
    await windows.send(windows.ben, topicName, content);
    const ben = await openTopic(topicName);
    const widget = message(ben, before);
    await widget.getByRole("button", { name: button }).press("Enter");
    const field = ben.getByRole("article").getByLabel(label, { exact: true });
    await until(ben, `document.activeElement.ariaLabel === ${JSON.stringify(label)}`);
    expect(await field.inputValue()).toBe(before);
    await field.fill("Something else");
    await field.press("Escape");
    await until(ben, `document.activeElement.ariaLabel === ${JSON.stringify(button)}`);
    await widget.getByText(before).waitFor();
    await ben.keyboard.press("Enter");
    await field.fill(after);
    await field.press("Enter");
    await message(ben, after).getByRole("button", { name: button }).waitFor();
    await until(ben, `document.activeElement.ariaLabel === ${JSON.stringify(button)}`);
    await check(ben, `heading-of-${label.toLowerCase()}`);
    const olive = await windows.openAs("owner@example.com");
    await olive.evaluate(`location.hash = ${JSON.stringify(topic(topicName))}`);
    await message(olive, after).locator(".widget").waitFor();
    expect(await olive.getByRole("button", { name: button }).count()).toBe(0);
  });

  test("a task that couldn't be ticked off isn't", async () => {
    await windows.send(windows.owner, "offline-tasks", "/todo Errands\nPost");
    const ben = await openTopic("offline-tasks");
    const box = message(ben, "Errands").getByRole("checkbox", { name: "Post" });
    await box.waitFor();
    await ben.context().setOffline(true);
    await box.press(" ");
    await ben.locator(".toast").waitFor();
    expect(await box.isChecked()).toBe(false);
  });

  test("an option that couldn't be added stays in its field", async () => {
    await windows.send(windows.owner, "offline-votes", "/poll Dinner?\nPizza");
    const ben = await openTopic("offline-votes");
    const field = message(ben, "Dinner?").getByLabel("New option");
    await field.fill("Salad");
    await ben.context().setOffline(true);
    await field.press("Enter");
    await ben.locator(".toast").waitFor();
    expect(await field.inputValue()).toBe("Salad");
  });

  test("a link to a message leads there again, once its reader has scrolled away", async () => {
    const first = await windows.send(windows.owner, "history", "How it began");
    for (let n = 0; n < 40; n += 1) await windows.send(windows.owner, "history", `And then ${n}`);
    const url = `${windows.url}/${topic("history")}/near/${first}`;
    await windows.send(windows.owner, "history", `[Look here](${url})`);
    const ben = await openTopic("history");
    const link = ben.getByRole("link", { name: "Look here" });
    for (let visit = 0; visit < 2; visit += 1) {
      await ben.keyboard.press("End");
      await link.click();
      await until(ben, `document.activeElement.closest("article")?.dataset.id === "${first}"`);
    }
  });

  test("keys work soon after somebody else's change closed a menu", async () => {
    const id = await windows.send(windows.owner, "menus", "Delete me");
    await windows.send(windows.owner, "menus", "Keep me");
    const ben = await openTopic("menus");
    await message(ben, "Delete me").focus();
    await ben.keyboard.press("i");
    await ben.getByRole("menu").waitFor();
    await windows.owner.callEndpoint(`/messages/${id}`, "DELETE", {});
    await ben.getByRole("menu").waitFor({ state: "detached" });
    const help = ben.getByRole("heading", { name: "Keyboard shortcuts" });
    // Another "?" closes the help again, so none follows the one that opened it.
    const presses = 10;
    for (let n = 0; n < presses && !(await help.isVisible()); n += 1) {
      await ben.keyboard.press("?");
      await help.waitFor({ timeout: 250 }).catch(() => undefined);
    }
    expect(await help.isVisible()).toBe(true);
  });
});
