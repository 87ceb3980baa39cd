import type { Page } from "playwright-core";
import { benEmail, describeInBrowser, message, until } from "../support/browser/web-windows";

jest.setTimeout(120_000);

describeInBrowser("editing messages in the web client", (windows) => {
  /** Begins to edit a message of Ben's, which is alone in its topic. */
  const beginEdit = async (topic: string) => {
    const id = await windows.send(windows.ben, topic, "First words");
    const ben = await windows.openAs(benEmail);
    await ben.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general/topic/${topic}`);
    await message(ben, "First words").focus();
    await ben.keyboard.press("e");
    const form = ben.locator("form.edit");
    const field = form.getByRole("textbox");
    await field.waitFor();
    return { id, ben, form, field };
  };
  const editElsewhere = (id: number, content: string) =>
    windows.ben.callEndpoint(`/messages/${id}`, "PATCH", { content });
  /** Holds back the request that saves an edit until the function it returns is called. */
  const holdEdit = async (page: Page, id: number): Promise<() => void> => {
    let go: () => void = () => undefined;
    await page.route(`**/json/messages/${id}`, async (route) => {
      if (route.request().method() === "PATCH") await new Promise<void>((resolve) => (go = resolve));
      await route.continue();
    });
    return () => go();
  };
  const storedEdits = (page: Page) =>
    page.evaluate("Object.keys(localStorage).filter((name) => /^parley-draft-\\d+-edit /.test(name)).length");

  test("what is typed while an edit is being saved stays in its form", async () => {
    const { id, ben, field } = await beginEdit("slow");
    const go = await holdEdit(ben, id);
    await field.fill("Second words");
    const saving = ben.waitForRequest((request) => request.method() === "PATCH");
    await field.press("Enter");
    await saving;
    await field.pressSequentially(", and more");
    go();
    await ben.getByText("edited", { exact: true }).waitFor();
    await expect(field.inputValue()).resolves.toBe("Second words, and more");
    await ben.unrouteAll();
    await field.press("Enter");
    await message(ben, "Second words, and more").locator(".words").waitFor();
    expect(await storedEdits(ben)).toBe(0);
  });

  test("an edit that begins while another is being saved stays open", async () => {
    const { id, ben, field } = await beginEdit("next");
    const other = await windows.send(windows.ben, "next", "Other words");
    await message(ben, "Other words").waitFor();
    const go = await holdEdit(ben, id);
    await field.fill("Second words");
    const saving = ben.waitForRequest((request) => request.method() === "PATCH");
    await field.press("Enter");
    await saving;
    await message(ben, "Other words").focus();
    await ben.keyboard.press("e");
    await ben.locator(`#message-${other} form.edit`).getByRole("textbox").fill("Other words, changed");
    const saved = ben.waitForResponse((answer) => answer.request().method() === "PATCH");
    go();
    await (await saved).finished();
    await message(ben, "Second words").locator(".words").waitFor();
    await expect(field.inputValue()).resolves.toBe("Other words, changed");
  });

  test("what is typed on after its field has gone with the message runs no shortcuts, until a pause", async () => {
    const { id, ben, form, field } = await beginEdit("moved-away");
    await windows.send(windows.owner, "moved-away", "Left behind");
    await message(ben, "Left behind").waitFor();
    await field.pressSequentially(", and");
    await windows.owner.callEndpoint(`/messages/${id}`, "PATCH", {
      topic: "away",
      propagate_mode: "change_one",
    });
    await form.waitFor({ state: "detached" });
    const reactions = ben.locator(".reaction");
    await ben.keyboard.type(" + t * x");
    await ben.keyboard.press("Escape");
    expect(await ben.evaluate("location.hash")).toContain("moved-away");
    expect(await reactions.count()).toBe(0);
    expect(await ben.locator(".star-mark, .new-message").count()).toBe(0);
    await ben.waitForTimeout(1100);
    await ben.keyboard.press("+");
    await reactions.waitFor();
  });

  test("an edit that another device overtakes says so before it replaces that one, and leaves nothing behind", async () => {
    const { id, ben, form, field } = await beginEdit("overtaken");
    await field.fill("Edited here");
    await editElsewhere(id, "Edited on a phone");
    await ben.getByText("edited", { exact: true }).waitFor();
    await field.press("Enter");
    await ben.getByText("You have edited this message elsewhere").waitFor();
    await expect(field.inputValue()).resolves.toBe("Edited here");
    await field.press("Enter");
    await form.waitFor({ state: "detached" });
    await message(ben, "Edited here").locator(".words").waitFor();
    expect(await storedEdits(ben)).toBe(0);
  });

  test("a file is added to an edit that another device overtakes meanwhile", async () => {
    const { id, ben, form, field } = await beginEdit("with-file");
    const held: (() => void)[] = [];
    await ben.route("**/api/v1/tus/**", async (route) => {
      if (route.request().method() === "PATCH") await new Promise<void>((resolve) => held.push(resolve));
      await route.continue().catch(() => undefined);
    });
    const file = { name: "plan.pdf", mimeType: "application/pdf", buffer: Buffer.from("plan") };
    await form.getByLabel("Attach files").setInputFiles([file]);
    await field.press("Enter");
    await form.getByText("This will be saved once its files are uploaded.").waitFor();
    await editElsewhere(id, "Edited on a phone");
    await ben.getByText("edited", { exact: true }).waitFor();
    await until(ben, "document.querySelector('form.edit progress') !== null");
    while (held.length === 0) await ben.waitForTimeout(20);
    for (const go of held) go();
    await ben.getByText("You have edited this message elsewhere").waitFor();
    expect(await field.inputValue()).toContain("[plan.pdf]");
    await field.press("Enter");
    await message(ben, "First words").getByRole("link", { name: "plan.pdf" }).waitFor();
    expect(await storedEdits(ben)).toBe(0);
  });

  test("an edit that is too long says so and isn't saved", async () => {
    const { ben, form, field } = await beginEdit("long");
    await field.fill("x".repeat(10_001));
    await form.getByText("1 character too long").waitFor();
    await expect(form.getByRole("button", { name: "Save" }).isDisabled()).resolves.toBe(true);
    await field.press("Enter");
    await field.fill("y".repeat(10_000));
    await field.press("Enter");
    await form.waitFor({ state: "detached" });
    await message(ben, "y".repeat(10_000)).waitFor();
  });

  test("what an edit that is canceled changed can be had back", async () => {
    const { ben, form, field } = await beginEdit("canceled");
    await field.press("Escape");
    await form.waitFor({ state: "detached" });
    expect(await ben.getByText("Your changes weren’t saved.").count()).toBe(0);
    await ben.keyboard.press("e");
    await field.fill("Second words");
    await field.press("Escape");
    await form.waitFor({ state: "detached" });
    await ben.getByRole("button", { name: "Undo" }).click();
    await until(ben, "document.querySelector('form.edit textarea')?.value === 'Second words'");
    await form.getByRole("button", { name: "Cancel" }).click();
    await message(ben, "First words").waitFor();
    expect(await storedEdits(ben)).toBe(0);
  });

  test("a poll can't be edited, so nothing offers it", async () => {
    await windows.send(windows.ben, "poll", "/poll Lunch?\nSoup\nBread");
    const ben = await windows.openAs(benEmail);
    await ben.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general/topic/poll`);
    const poll = message(ben, "Lunch?");
    await poll.focus();
    await ben.keyboard.press("e");
    await ben.getByRole("dialog").waitFor();
    expect(await ben.locator("form.edit").count()).toBe(0);
  });

  test("what is typed for a picker that has gone with its message is no shortcut, and sends nothing", async () => {
    const id = await windows.send(windows.owner, "picked", "To be deleted");
    await windows.send(windows.owner, "picked", "Stays");
    const ben = await windows.openAs(benEmail);
    await ben.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general/topic/picked`);
    await message(ben, "To be deleted").waitFor();
    const compose = ben.getByRole("textbox", { name: "Message picked" });
    await compose.fill("unfinished");
    await message(ben, "To be deleted").focus();
    await ben.keyboard.press(":");
    await ben.getByRole("group", { name: "Flags" }).waitFor();
    await windows.owner.callEndpoint(`/messages/${id}`, "DELETE", {});
    await message(ben, "To be deleted").waitFor({ state: "detached" });
    await ben.keyboard.type("rocket");
    await ben.keyboard.press("Enter");
    await expect(compose.inputValue()).resolves.toBe("unfinished");
    expect(await message(ben, "unfinished").count()).toBe(0);
    await compose.fill("");
  });
});
