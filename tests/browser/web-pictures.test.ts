import type { Page } from "playwright-core";
import sharp from "sharp";
import {
  allWindows,
  benEmail,
  check,
  chooseTool,
  describeInBrowser,
  message,
  twoFrames,
  until,
  write,
} from "../support/browser/web-windows";

jest.setTimeout(120_000);

const ownerEmail = "owner@example.com";

const aPicture = async (width: number, height: number, background: string): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

/** Chooses files as a person does after clicking the paper clip. */
const attach = async (page: Page, files: readonly (readonly [string, Buffer])[]): Promise<void> => {
  await page
    .getByLabel("Attach files")
    .setInputFiles(files.map(([name, buffer]) => ({ name, mimeType: "image/png", buffer })));
};

describeInBrowser("pictures, polls and emoji in the web client", (windows) => {
  const { openAs } = windows;
  const inGeneral = (page: Page, topic: string) =>
    page.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general/topic/${topic}`);

  test("a user views pictures one after the other by keyboard, downloads one and closes the viewer", async () => {
    await windows.send(windows.owner, "pictures", "Look:");
    const olive = await openAs(ownerEmail);
    await inGeneral(olive, "pictures");
    await message(olive, "Look:").waitFor();
    await attach(olive, [
      ["one.png", await aPicture(1200, 800, "#88aacc")],
      ["two.png", await aPicture(300, 900, "#aa88cc")],
    ]);
    await until(
      olive,
      "document.querySelector('.compose textarea').value.split('user_uploads').length === 3",
    );
    await olive.getByRole("button", { name: "Send", exact: true }).click();
    const pictures = olive.locator(".message_inline_image img");
    await pictures.nth(1).waitFor();
    // Space is reserved before the pictures load: at most 420 by 240, keeping proportions.
    await until(
      olive,
      "[...document.querySelectorAll('.message_inline_image img')].every((one) => one.src.includes('thumbnail'))",
    );
    const sizes = await pictures.evaluateAll((all) =>
      all.map((one) => [one.getAttribute("width"), one.getAttribute("height")]),
    );
    expect(sizes).toEqual([
      ["360", "240"],
      ["80", "240"],
    ]);
    await message(olive, "two.png").focus();
    await olive.keyboard.press("v");
    const first = olive.getByRole("dialog", { name: "one.png" });
    await first.getByText("1 of 2").waitFor();
    await olive.keyboard.press("ArrowRight");
    const second = olive.getByRole("dialog", { name: "two.png" });
    await second.getByText("2 of 2").waitFor();
    const [download] = await Promise.all([
      olive.waitForEvent("download"),
      second.getByRole("link", { name: "Download" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("two.png");
    await olive.keyboard.press("Home");
    await first.waitFor();
    await olive.keyboard.press("Escape");
    await first.waitFor({ state: "detached" });
    // A click opens the picture that was clicked.
    await pictures.nth(1).click();
    await second.waitFor();
    await olive.keyboard.press("Escape");
  });

  test("a picture of one pixel is seen and opened, whatever its file is called", async () => {
    const olive = await openAs(ownerEmail);
    await inGeneral(olive, "dots");
    await attach(olive, [["pic <b> [1] @**all**.png", await aPicture(1, 1, "#88aacc")]]);
    await until(olive, "document.querySelector('.compose textarea').value.includes('user_uploads')");
    await olive.getByRole("button", { name: "Send", exact: true }).click();
    const sent = message(olive, "pic <b> 1 @all.png");
    const picture = sent.locator(".message_inline_image img[src*=thumbnail]");
    await picture.waitFor();
    const box = await picture.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
    await expect(sent.locator(".user-mention").count()).resolves.toBe(0);
    await picture.click();
    await olive.getByRole("dialog", { name: "pic <b> 1 @all.png" }).waitFor();
  });

  test("any picture is enlarged by clicks, keys and the wheel, around what is pointed at", async () => {
    await windows.send(windows.owner, "small", "Look:");
    const olive = await openAs(ownerEmail);
    await inGeneral(olive, "small");
    await message(olive, "Look:").waitFor();
    await attach(olive, [["small.png", await aPicture(100, 60, "#88aacc")]]);
    await until(olive, "document.querySelector('.compose textarea').value.includes('user_uploads')");
    await olive.getByRole("button", { name: "Send", exact: true }).click();
    await olive.locator(".message_inline_image img[src*=thumbnail]").click();
    const picture = olive.getByRole("dialog", { name: "small.png" }).locator("img");
    await until(olive, "document.querySelector('.lightbox img').naturalWidth === 100");
    const box = async () => {
      const found = await picture.boundingBox();
      if (found === null) throw new Error("There is no picture");
      return found;
    };
    const widthAfter = async (act: () => Promise<void>) => {
      await act();
      await twoFrames(olive);
      return Math.round((await box()).width);
    };
    const press = (key: string) => widthAfter(() => olive.keyboard.press(key));
    expect(await widthAfter(() => picture.click())).toBe(200);
    expect(await widthAfter(() => picture.click())).toBe(100);
    expect(await widthAfter(() => picture.dblclick())).toBe(200);
    expect(await press("0")).toBe(100);
    expect(await press("+")).toBe(150);
    expect(await press("-")).toBe(100);
    expect(await press("-")).toBe(100);
    for (let times = 0; times < 8; times += 1) await press("+");
    expect(await press("+")).toBe(800);
    expect(await press("z")).toBe(100);
    const before = await box();
    await olive.mouse.move(before.x + 10, before.y + 10);
    for (let times = 0; times < 20; times += 1) await olive.mouse.wheel(0, -200);
    await until(
      olive,
      "Math.round(document.querySelector('.lightbox img').getBoundingClientRect().width) === 800",
    );
    for (let times = 0; times < 30; times += 1) await olive.mouse.wheel(0, 200);
    await until(
      olive,
      "Math.round(document.querySelector('.lightbox img').getBoundingClientRect().width) === 100",
    );
  });

  test("a large picture moves with the mouse, and closes with its message", async () => {
    await windows.send(windows.owner, "large", "Look:");
    const olive = await openAs(ownerEmail);
    await inGeneral(olive, "large");
    await message(olive, "Look:").waitFor();
    await attach(olive, [["large.png", await aPicture(3000, 2400, "#88aacc")]]);
    await until(olive, "document.querySelector('.compose textarea').value.includes('user_uploads')");
    await olive.getByRole("button", { name: "Send", exact: true }).click();
    const small = olive.locator(".message_inline_image img[src*=thumbnail]");
    await small.click();
    const dialog = olive.getByRole("dialog", { name: "large.png" });
    await until(olive, "document.querySelector('.lightbox img').naturalWidth > 0");
    // The place that is clicked stays under the pointer.
    const shown = await dialog.locator("img").boundingBox();
    const at = { x: (shown?.x ?? 0) + 100, y: (shown?.y ?? 0) + 100 };
    await olive.mouse.click(at.x, at.y);
    const place = async () => {
      await twoFrames(olive);
      const { x, y, width } = (await dialog.locator("img").boundingBox()) ?? { x: 0, y: 0, width: 1 };
      return { x: (at.x - x) / width, y: (at.y - y) / width };
    };
    const zoomed = await place();
    expect(zoomed.x).toBeCloseTo(100 / (shown?.width ?? 1), 1);
    expect(zoomed.y).toBeCloseTo(100 / (shown?.width ?? 1), 1);
    await olive.mouse.move(at.x, at.y);
    await olive.mouse.down();
    await olive.mouse.move(at.x - 200, at.y - 100, { steps: 4 });
    await olive.mouse.up();
    const dragged = await place();
    expect(dragged.x).toBeGreaterThan(zoomed.x);
    expect(dragged.y).toBeGreaterThan(zoomed.y);
    await expect(dialog.locator(".large").count()).resolves.toBe(1);
    const { messages } = (await windows.owner.callEndpoint("/messages", "GET", {
      anchor: "newest",
      num_before: "1",
      num_after: "0",
    })) as unknown as { messages: { id: number }[] };
    await windows.owner.callEndpoint(`/messages/${messages[0]?.id}`, "DELETE", {});
    await dialog.waitFor({ state: "detached" });
  });

  test("a picture that two people posted opens as the one that was clicked, and Enter closes what Enter opened", async () => {
    const olive = await openAs(ownerEmail);
    await inGeneral(olive, "twice");
    await attach(olive, [["shared.png", await aPicture(100, 60, "#88aacc")]]);
    await until(olive, "document.querySelector('.compose textarea').value.includes('user_uploads')");
    const link = await olive.locator(".compose textarea").inputValue();
    await olive.getByRole("button", { name: "Send", exact: true }).click();
    await olive.locator(".message_inline_image img[src*=thumbnail]").waitFor();
    const bens = await windows.send(windows.ben, "twice", `Again:\n\n${link}`);
    const posted = message(olive, "Again:");
    const dialog = olive.getByRole("dialog", { name: "shared.png" });
    await posted.locator(".message_inline_image img[src*=thumbnail]").click();
    await dialog.getByText(/^Ben Bell, /).waitFor();
    await dialog.getByText("2 of 2").waitFor();
    const toMessage = dialog.getByRole("link", { name: "Go to message" });
    expect(await toMessage.getAttribute("href")).toMatch(new RegExp(`/(?:near|with)/${bens}$`));
    await olive.keyboard.press("Escape");
    await posted.focus();
    await olive.keyboard.press("v");
    await dialog.getByText(/^Ben Bell, /).waitFor();
    await olive.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    const address = await olive.evaluate("location.hash");
    await posted.locator(".message_inline_image a").focus();
    await olive.keyboard.press("Enter");
    await dialog.waitFor();
    await olive.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    expect(await olive.evaluate("location.hash")).toBe(address);
    await message(olive, "Again:").waitFor();
  });

  test("messages don't move when a picture loads", async () => {
    const olive = await openAs(ownerEmail);
    await olive.route("**/user_uploads/thumbnail/**", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.continue();
    });
    await inGeneral(olive, "pictures");
    const picture = olive.locator(".message_inline_image img").first();
    await picture.waitFor({ state: "attached" });
    const place = () =>
      olive.evaluate("document.querySelector('.message_inline_image img').getBoundingClientRect().bottom");
    const before = await place();
    await until(
      olive,
      "document.querySelector('.message_inline_image img').naturalWidth > 0 && document.querySelector('.message_inline_image img').complete",
    );
    expect(Math.abs(Number(await place()) - Number(before))).toBeLessThanOrEqual(2);
  });

  test("two people see each other's votes, new options and finished tasks at once", async () => {
    await windows.send(windows.owner, "votes", "Decide");
    const [olive, ben] = [await openAs(ownerEmail), await openAs(benEmail)];
    for (const page of [olive, ben]) {
      await inGeneral(page, "votes");
      await message(page, "Decide").waitFor();
    }
    await chooseTool(olive, "Poll or to-do list");
    await olive.getByLabel("Question", { exact: true }).fill("Lunch?");
    await olive.getByLabel("Option 1").fill("soup");
    await olive.getByLabel("Option 2").fill("rice");
    await olive.getByRole("dialog").getByRole("button", { name: "Send", exact: true }).click();
    await ben.getByRole("button", { name: "soup: 0 votes" }).click();
    await olive.getByRole("button", { name: "soup: 1 vote" }).waitFor();
    await ben.getByLabel("New option").fill("stew");
    await ben.getByLabel("New option").press("Enter");
    await olive.getByRole("button", { name: "stew: 0 votes" }).click();
    await ben.getByRole("button", { name: "stew: 1 vote" }).waitFor();
    await write(ben, "/todo Chores\nsweep\nwash");
    await olive.getByRole("checkbox", { name: "wash" }).check();
    await until(ben, "document.querySelectorAll('.widget input:checked').length === 1");
  });

  test("the options of a poll may begin with any sign", async () => {
    const olive = await openAs(ownerEmail);
    await inGeneral(olive, "degrees");
    await chooseTool(olive, "Poll or to-do list");
    await olive.getByLabel("Question", { exact: true }).fill("How cold is it?");
    await olive.getByLabel("Option 1").fill("-5");
    await olive.getByLabel("Option 2").fill("*cold*");
    await olive.keyboard.press("Enter");
    const poll = message(olive, "How cold is it?");
    await poll.getByText("-5", { exact: true }).waitFor();
    await poll.getByText("*cold*", { exact: true }).waitFor();
  });

  test("a user finds an emoji by keyboard, and recent ones come first", async () => {
    const olive = await openAs(ownerEmail);
    await inGeneral(olive, "votes");
    await olive.getByRole("button", { name: "Emoji" }).click();
    await olive.getByLabel("Find an emoji").fill("octopus");
    await olive.getByRole("option", { name: "octopus", exact: true }).waitFor();
    await olive.keyboard.press("Enter");
    const field = olive.getByRole("textbox", { name: "Message votes" });
    await expect(field.inputValue()).resolves.toBe(":octopus: ");
    await field.fill("");
    await olive.getByRole("button", { name: "Emoji" }).click();
    await olive.getByRole("option").first().waitFor();
    await expect(olive.getByRole("option").first().getAttribute("aria-label")).resolves.toBe("octopus");
    await olive.keyboard.press("Escape");
    await olive.getByRole("dialog").waitFor({ state: "detached" });
  });

  test("a user copies code as it was written and reveals a spoiler", async () => {
    await windows.send(windows.owner, "code", "```js\nlet a = 1;\n```\n```spoiler The end\nThey live.\n```");
    const olive = await openAs(ownerEmail);
    await inGeneral(olive, "code");
    await message(olive, "let a = 1;").hover();
    await olive.getByRole("button", { name: "Copy" }).click();
    await olive.getByRole("button", { name: "Copied" }).waitFor();
    await expect(olive.evaluate("navigator.clipboard.readText()")).resolves.toBe("let a = 1;\n");
    await expect(olive.getByText("They live.").isVisible()).resolves.toBe(false);
    await olive.getByText("The end").click();
    await olive.getByText("They live.").waitFor();
  });

  test("pictures and videos on other sites are links and aren't fetched", async () => {
    const asked: string[] = [];
    await windows.send(windows.owner, "elsewhere", "https://pictures.example.com/a.png");
    const olive = await openAs(ownerEmail);
    olive.on("request", (request) => asked.push(new URL(request.url()).host));
    await inGeneral(olive, "elsewhere");
    await olive.getByRole("link", { name: "Picture at pictures.example.com" }).waitFor();
    expect(asked.filter((host) => host !== new URL(windows.url).host)).toEqual([]);
  });

  test.each(allWindows)("pictures and polls are accessible: %s", async (name, options) => {
    const olive = await openAs(ownerEmail, options);
    await inGeneral(olive, "votes");
    await olive.getByRole("button", { name: /^soup/ }).waitFor();
    await check(olive, `poll-${name}`);
    await chooseTool(olive, "Poll or to-do list");
    await olive.getByLabel("Question", { exact: true }).waitFor();
    await check(olive, `new-poll-${name}`);
    await olive.keyboard.press("Escape");
    await olive.getByRole("button", { name: "Emoji" }).click();
    await olive.getByRole("option").first().waitFor();
    await check(olive, `emoji-${name}`);
    await olive.keyboard.press("Escape");
    await inGeneral(olive, "pictures");
    await olive.locator(".message_inline_image img").first().click();
    await olive.getByText("1 of 2").waitFor();
    await check(olive, `lightbox-${name}`);
  });
});
