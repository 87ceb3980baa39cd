import type { BrowserContextOptions, Page } from "playwright-core";
import { press } from "../support/browser/by-keyboard";
import { allWindows, check, describeInBrowser, message, until } from "../support/browser/web-windows";

jest.setTimeout(120_000);

const ownerEmail = "owner@example.com";
const formats = [
  "Bold",
  "Italic",
  "Strikethrough",
  "Link",
  "Numbered list",
  "Bulleted list",
  "Quote",
  "Spoiler",
  "Code",
  "Math",
];

describeInBrowser("formatting in the web client", (windows) => {
  const begin = async (topic: string, options?: BrowserContextOptions) => {
    await windows.send(windows.owner, topic, "Begin");
    const page = await windows.openAs(ownerEmail, options);
    await page.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general/topic/${topic}`);
    await message(page, "Begin").first().waitFor();
    const form = page.locator("form.compose");
    await form.locator(".compose-tools").waitFor();
    return { page, form, field: form.getByRole("textbox") };
  };
  const holds = (page: Page, form: string, text: string) =>
    until(page, `document.querySelector('form.${form} textarea').value === ${JSON.stringify(text)}`);

  test("buttons format what is selected, take it back, and can be undone", async () => {
    const { page, form, field } = await begin("buttons");
    const toolbar = form.getByRole("toolbar", { name: "Formatting" });
    await expect(
      toolbar.getByRole("button").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label"))),
    ).resolves.toEqual(formats);
    const bold = toolbar.getByRole("button", { name: "Bold" });
    await expect(bold.getAttribute("title")).resolves.toBe("Bold (Ctrl B)");
    await expect(bold.getAttribute("aria-keyshortcuts")).resolves.toBe("Control+B");
    await field.fill("so bold");
    await field.press("Control+Shift+ArrowLeft");
    await bold.click();
    await holds(page, "compose", "so **bold**");
    await expect(page.evaluate("getSelection().toString()")).resolves.toBe("bold");
    await until(page, "document.activeElement.matches('.compose textarea')");
    await bold.click();
    await holds(page, "compose", "so bold");
    await field.press("Control+z");
    await holds(page, "compose", "so **bold**");
    await field.press("Control+z");
    await holds(page, "compose", "so bold");
    // Empty marks are taken back, too.
    await field.press("End");
    await bold.click();
    await holds(page, "compose", "so bold****");
    await bold.click();
    await holds(page, "compose", "so bold");
    await field.press("Control+a");
    await toolbar.getByRole("button", { name: "Quote" }).click();
    await field.press("Control+Enter");
    await page.getByRole("article").locator("blockquote").getByText("so bold").waitFor();
  });

  test("the toolbar is one stop of the Tab key, and arrows lead through it", async () => {
    const { page, form, field } = await begin("arrows");
    const isAt = (name: string) =>
      until(page, `document.activeElement.getAttribute('aria-label') === '${name}'`);
    await field.fill("one");
    await press(page, "Tab");
    await isAt("Bold");
    await press(page, "ArrowRight");
    await isAt("Italic");
    await press(page, "ArrowLeft", "ArrowLeft");
    await isAt("Math");
    await press(page, "Home", "End", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft");
    await isAt("Bulleted list");
    await press(page, "Enter");
    await holds(page, "compose", "- one");
    await until(page, "document.activeElement.matches('.compose textarea')");
    await press(page, "Tab");
    await isAt("Bulleted list");
    await press(page, "Tab");
    await isAt("Poll or to-do list");
    await form.getByRole("button", { name: "Send", exact: true }).click();
    await message(page, "one").locator("li").waitFor();
  });

  test.each(allWindows)("formats fold into a menu where they have no room: %s", async (name, options) => {
    const { page, form, field } = await begin(`room-${name}`, options);
    const menu = form.getByRole("button", { name: "Formatting", exact: true });
    const toolbar = form.getByRole("toolbar", { name: "Formatting" });
    const isPhone = options.hasTouch === true;
    await expect(toolbar.isVisible()).resolves.toBe(!isPhone);
    await expect(menu.isVisible()).resolves.toBe(isPhone);
    await field.fill("one");
    await check(page, `formatting-${name}`);
    if (!isPhone) await page.setViewportSize({ width: 820, height: 700 });
    await field.press("Control+a");
    await menu.click();
    await page.getByRole("menuitem", { name: "Math" }).waitFor();
    await check(page, `formatting-menu-${name}`);
    await page.getByRole("menuitem", { name: "Spoiler" }).click();
    await holds(page, "compose", "```spoiler Header\none\n```");
    await page.keyboard.type("Hidden");
    await holds(page, "compose", "```spoiler Hidden\none\n```");
  });

  test.each(allWindows)("an edit has the tools of the compose box: %s", async (name, options) => {
    const { page } = await begin(`edits-${name}`, options);
    await windows.send(windows.owner, `edits-${name}`, "Plain words");
    await message(page, "Plain words").waitFor();
    await message(page, "Plain words").focus();
    await press(page, "e");
    const form = page.getByRole("form", { name: "Edit message" });
    const field = form.getByRole("textbox", { name: "Edit message" });
    await until(page, "document.activeElement.matches('form.edit textarea')");
    await press(page, "Control+a", "Control+b");
    await holds(page, "edit", "**Plain words**");
    await check(page, `edit-tools-${name}`);
    // The keys of tools open those of the form that has the focus, and Escape closes the preview first.
    await press(page, "Alt+p");
    await form.getByRole("region", { name: "Preview" }).locator("strong").waitFor();
    await check(page, `edit-preview-${name}`);
    await expect(page.getByRole("region", { name: "Preview" }).count()).resolves.toBe(1);
    await press(page, "Escape");
    await form.getByRole("region", { name: "Preview" }).waitFor({ state: "detached" });
    await field.press("End");
    await form.getByRole("button", { name: "Emoji" }).click();
    await page.getByRole("combobox", { name: "Find an emoji" }).fill("tada");
    await page.locator(".picker [role=option]").first().click();
    await until(page, "document.querySelector('form.edit textarea').value.includes(':tada:')");
    await form
      .getByLabel("Attach files")
      .setInputFiles({ name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("Plan") });
    await until(page, "document.querySelector('form.edit textarea').value.includes('[plan.txt](')");
    await form.getByRole("button", { name: "Save" }).click();
    await message(page, "Plain words").getByRole("link", { name: "plan.txt" }).waitFor();
    await message(page, "Plain words").locator("strong").getByText("Plain words").waitFor();
    await expect(page.locator("form.compose textarea").inputValue()).resolves.toBe("");
  });
});
