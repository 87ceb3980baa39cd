import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import {
  allWindows,
  check,
  chooseTool,
  describeInBrowser,
  message,
  until,
  write,
} from "../support/browser/web-windows";

jest.setTimeout(120_000);

const ownerEmail = "owner@example.com";
const pdf = { name: "plan.pdf", mimeType: "application/pdf" };

describeInBrowser("writing in the web client", (windows) => {
  const { openAs } = windows;
  const inGeneral = async (page: Page, topic: string) => {
    await page.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general/topic/${topic}`);
    return page.getByRole("textbox", { name: `Message ${topic}` });
  };
  /** A window of the owner's in a topic that has begun, with all its tools. */
  const begin = async (topic: string) => {
    await windows.send(windows.owner, topic, "Begin");
    const olive = await openAs(ownerEmail);
    const field = await inGeneral(olive, topic);
    await message(olive, "Begin").first().waitFor();
    await olive.getByRole("button", { name: "Snippets" }).waitFor();
    return { olive, field };
  };
  /** Holds the pieces of files back until the test lets them go. */
  const holdUploads = async (olive: Page) => {
    const held: (() => void)[] = [];
    await olive.route("**/api/v1/tus/**", async (route) => {
      if (route.request().method() === "PATCH") await new Promise<void>((resolve) => held.push(resolve));
      await route.continue().catch(() => undefined);
    });
    const attach = (name: string) =>
      olive.getByLabel("Attach files").setInputFiles([{ ...pdf, name, buffer: Buffer.from("plan") }]);
    return { held, attach };
  };
  const saveSnippet = (title: string, content: string) =>
    windows.owner.callEndpoint("/saved_snippets", "POST", { title, content });

  beforeEach(async () => {
    const { owner } = windows;
    const remove = async (path: string, key: string, id: string) => {
      const found = (await owner.callEndpoint(path, "GET", {})) as Record<
        string,
        readonly Record<string, number>[]
      >;
      for (const one of found[key] ?? []) await owner.callEndpoint(`${path}/${one[id]}`, "DELETE", {});
    };
    await remove("/drafts", "drafts", "id");
    await remove("/scheduled_messages", "scheduled_messages", "scheduled_message_id");
    await remove("/saved_snippets", "saved_snippets", "id");
    await owner.callEndpoint("/settings", "PATCH", { enter_sends: true });
  });

  test("a draft started on one device continues on another and disappears once it is sent", async () => {
    await windows.send(windows.owner, "devices", "Begin");
    const [one, other] = [await openAs(ownerEmail), await openAs(ownerEmail)];
    const [first, second] = [await inGeneral(one, "devices"), await inGeneral(other, "devices")];
    await first.fill("Half a");
    await until(other, "document.querySelector('.compose textarea').value === 'Half a'");
    await second.fill("Half a thought");
    await first.blur();
    await until(one, "document.querySelector('.compose textarea').value === 'Half a thought'");
    await one.goto(`${windows.url}/#drafts`);
    await one.getByRole("main").getByText("Half a thought").waitFor();
    await one.getByRole("button", { name: "Keep writing" }).click();
    await first.press("Enter");
    await message(other, "Half a thought").waitFor();
    await other.goto(`${windows.url}/#drafts`);
    await other.getByText("Messages you start and don’t send are saved here.").waitFor();
  });

  test("text written in one window appears in the browser's other windows, and disappears from them once it is sent", async () => {
    await windows.send(windows.owner, "windows", "Begin");
    const one = await openAs(ownerEmail);
    const other = await one.context().newPage();
    await other.goto(`${windows.url}/`);
    const [first, second] = [await inGeneral(one, "windows"), await inGeneral(other, "windows")];
    // Both fields have the caret. The browser of this test believes of each window that it has the focus.
    await first.click();
    await second.click();
    await other.evaluate("document.hasFocus = () => false");
    await first.pressSequentially("Half a");
    await until(other, "document.querySelector('.compose textarea').value === 'Half a'");
    await first.press("Enter");
    await until(other, "document.querySelector('.compose textarea').value === ''");
  });

  test("a user schedules a message, edits it, unschedules it and sends it now, by keyboard", async () => {
    const { olive, field } = await begin("later");
    await field.fill("See you then");
    await olive.getByRole("button", { name: "Send later" }).press("Enter");
    await olive.keyboard.press("End");
    await olive.keyboard.press("ArrowUp");
    await olive.keyboard.press("Enter");
    await olive.getByLabel("Send at").fill("2030-01-01T10:00");
    await olive.getByRole("button", { name: "Schedule" }).press("Enter");
    await olive.getByText(/^Scheduled for .*2030/).waitFor();
    const [notice, box] = [
      await olive.locator(".toast").boundingBox(),
      await olive.locator(".compose").boundingBox(),
    ];
    expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);
    await expect(field.inputValue()).resolves.toBe("");
    // The field has the focus again, and what is begun there stays when the schedule is undone.
    await olive.keyboard.type("And then?");
    await olive.getByRole("button", { name: "Undo" }).press("Enter");
    await until(olive, "document.querySelector('.compose textarea').value === 'See you then\\n\\nAnd then?'");
    await until(olive, "document.activeElement.matches('.compose textarea')");
    await field.fill("See you then");
    await olive.getByRole("button", { name: "Send later" }).click();
    await olive.getByRole("menuitem", { name: /^In an hour/ }).click();
    await olive.getByRole("link", { name: "Scheduled 1" }).click();
    await olive.getByRole("button", { name: "Edit" }).press("Enter");
    // Escape ends the edit and nothing else.
    await olive.keyboard.press("Escape");
    await until(olive, "document.activeElement.innerText === 'Edit'");
    await olive.keyboard.press("Enter");
    await until(olive, "document.activeElement.matches('textarea')");
    await olive.keyboard.press("Control+a");
    await olive.keyboard.type("See you **there**");
    await olive.keyboard.press("Control+Enter");
    await olive.locator("strong").getByText("there").waitFor();
    await olive.getByRole("button", { name: "Send now" }).click();
    await olive.getByText("Messages you schedule appear here until they are sent.").waitFor();
    await inGeneral(olive, "later");
    await message(olive, "See you there").waitFor();
  });

  test("a conversation shows what is scheduled for it, and the undo goes once that is sent, moved to drafts or deleted", async () => {
    const { olive, field } = await begin("planned");
    const note = olive.locator(".list-note");
    const toast = olive.locator(".toast").filter({ hasText: "Scheduled for" });
    const scheduleIt = async (content: string): Promise<void> => {
      await field.fill(content);
      await olive.getByRole("button", { name: "Send later" }).click();
      await olive.getByRole("menuitem", { name: /^In an hour/ }).click();
      await toast.waitFor();
    };
    // Long before it would go by itself.
    const untilWithdrawn = () => toast.waitFor({ state: "detached", timeout: 4000 });
    const scheduled = async () =>
      (await windows.owner.callEndpoint("/scheduled_messages", "GET", {})) as unknown as {
        readonly scheduled_messages: readonly { readonly scheduled_message_id: number }[];
      };
    await scheduleIt("Plan A");
    await note.getByText(/^A message is scheduled here for /).waitFor();
    await check(olive, "scheduled-here");
    // Other conversations don't say so.
    await inGeneral(olive, "elsewhere");
    await note.waitFor({ state: "detached" });
    await inGeneral(olive, "planned");
    await note.getByRole("link", { name: "View scheduled messages" }).click();
    for (const leave of ["Move to drafts", "Send now"]) {
      await olive.getByRole("button", { name: leave }).click();
      await untilWithdrawn();
      await inGeneral(olive, "planned");
      await note.waitFor({ state: "detached" });
      await scheduleIt(`After ${leave}`);
      await note.getByRole("link", { name: "View scheduled messages" }).click();
    }
    // Deleted on another device.
    for (const { scheduled_message_id: id } of (await scheduled()).scheduled_messages)
      await windows.owner.callEndpoint(`/scheduled_messages/${id}`, "DELETE", {});
    await untilWithdrawn();
    // Edited, then undone: nothing of the edit is lost.
    await inGeneral(olive, "planned");
    await scheduleIt("Plan C");
    const [{ scheduled_message_id: id } = { scheduled_message_id: 0 }] = (await scheduled())
      .scheduled_messages;
    await windows.owner.callEndpoint(`/scheduled_messages/${id}`, "PATCH", { content: "Plan D" });
    await note.getByRole("link", { name: "View scheduled messages" }).click();
    await olive.getByText("Plan D").waitFor();
    await inGeneral(olive, "planned");
    await olive.getByRole("button", { name: "Undo" }).click();
    await until(olive, "document.querySelector('.compose textarea').value === 'Plan D'");
  });

  test("whoever comes back learns which scheduled messages were sent meanwhile, and which couldn't be", async () => {
    const { owner } = windows;
    await owner.callEndpoint("/users/me/subscriptions", "POST", {
      subscriptions: JSON.stringify([{ name: "short-lived" }]),
    });
    const found = await owner.callEndpoint("/get_stream_id", "GET", { stream: "short-lived" });
    const { stream_id: shortLivedId } = found as unknown as { readonly stream_id: number };
    const schedule = async (to: number, content: string): Promise<void> => {
      const message = { type: "stream", to, topic: "meanwhile", content, scheduled_delivery_timestamp: at };
      await owner.callEndpoint("/scheduled_messages", "POST", message);
    };
    const { olive } = await begin("meanwhile");
    await olive.goto(`${windows.url}/#scheduled`);
    await olive.getByRole("heading", { name: "Scheduled" }).waitFor();
    const at = Math.ceil(Date.now() / 1000) + 20;
    await schedule(windows.generalId, "Sent in time");
    await schedule(shortLivedId, "Too late");
    for (const content of ["Sent in time", "Too late"]) await olive.getByText(content).waitFor();
    await olive.context().setOffline(true);
    await owner.callEndpoint(`/streams/${shortLivedId}`, "DELETE", {});
    await olive.getByText("You’re offline, so it isn’t known yet whether this was sent.").nth(1).waitFor();
    const isOver = async (): Promise<boolean> => {
      const narrow = JSON.stringify([{ operator: "topic", operand: "meanwhile" }]);
      const query = { narrow, anchor: "newest", num_before: 5, num_after: 0, apply_markdown: false };
      const { messages } = (await windows.ben.callEndpoint("/messages", "GET", query)) as unknown as {
        readonly messages: readonly { readonly content: string }[];
      };
      const listed = (await owner.callEndpoint("/scheduled_messages", "GET", {})) as unknown as {
        readonly scheduled_messages: readonly { readonly content: string; readonly failed: boolean }[];
      };
      const hasFailed = listed.scheduled_messages.some(
        ({ content, failed }) => content === "Too late" && failed,
      );
      return hasFailed && messages.some(({ content }) => content === "Sent in time");
    };
    while (!(await isOver())) await olive.waitForTimeout(200);
    // As if more than a minute had passed.
    await olive.evaluate("{ const { now } = Date; Date.now = () => now() + 90_000; }");
    await olive.context().setOffline(false);
    await olive
      .getByText(/^Your message scheduled for .* was sent\. A scheduled message couldn’t be sent\.$/)
      .waitFor();
    await olive.getByRole("button", { name: "Show" }).click();
    await olive.getByRole("main").getByText("This couldn’t be sent.").waitFor();
    await olive.getByRole("main").getByText("Too late").waitFor();
    // It isn’t said twice.
    await olive.reload();
    await olive.getByRole("main").getByText("Too late").waitFor();
    await olive.waitForTimeout(4000);
    expect(await olive.locator(".toast").count()).toBe(0);
  });

  test("what a user writes while a message is being scheduled stays, here and in other conversations", async () => {
    const { olive, field } = await begin("slow");
    const held: (() => void)[] = [];
    await olive.route(/json\/scheduled_messages/, async (route) => {
      if (route.request().method() === "POST") await new Promise<void>((go) => held.push(go));
      await route.continue();
    });
    const scheduleSlowly = async (content: string): Promise<void> => {
      await field.fill(content);
      await olive.getByRole("button", { name: "Send later" }).click();
      await olive.getByRole("menuitem", { name: /^In an hour/ }).click();
    };
    const answer = async (): Promise<void> => {
      for (const end = Date.now() + 10_000; held.length === 0 && Date.now() < end; )
        await olive.waitForTimeout(20);
      held.pop()?.();
      await olive.getByText(/^Scheduled for/).waitFor();
    };
    await scheduleSlowly("The first plan");
    await field.fill("The first plan and more");
    await answer();
    await expect(field.inputValue()).resolves.toBe("The first plan and more");

    await olive.getByRole("button", { name: "Undo" }).click();
    await olive.getByText(/^Scheduled for/).waitFor({ state: "detached" });
    await scheduleSlowly("The second plan");
    await inGeneral(olive, "elsewhere");
    const other = olive.getByRole("textbox", { name: "Message elsewhere" });
    await other.fill("Something else");
    await answer();
    await expect(other.inputValue()).resolves.toBe("Something else");
    await inGeneral(olive, "slow");
    await until(olive, "document.querySelector('.compose textarea').value === ''");
  });

  test("a user saves what is written as a snippet, finds it by keyboard, inserts it and takes it back", async () => {
    const { olive, field } = await begin("canned");
    await field.fill("Thank you for your report.\nWe look into it.");
    const opener = olive.getByRole("button", { name: "Snippets", exact: true });
    await opener.press("Enter");
    await olive.getByRole("button", { name: "Save this text as a snippet…" }).press("Enter");
    await olive.getByLabel("Title").fill("Thanks");
    await olive.getByLabel("Title").press("Enter");
    await olive.getByText("“Thanks” is saved.").waitFor();
    await saveSnippet("Address", "1 High Street");
    await field.fill("Hello!  Olive");
    await field.press("Home");
    for (const _step of "Hello! ") await field.press("ArrowRight");
    await opener.press("Enter");
    await olive.getByRole("option", { name: "Address" }).waitFor();
    const search = olive.getByRole("combobox", { name: "Find a snippet" });
    await search.pressSequentially("look into");
    await olive.getByRole("option", { name: "Address" }).waitFor({ state: "detached" });
    await search.press("Enter");
    const whole = "Hello! Thank you for your report.\nWe look into it. Olive";
    await until(olive, `document.querySelector('.compose textarea').value === ${JSON.stringify(whole)}`);
    await olive.keyboard.press("Control+z");
    await until(olive, "document.querySelector('.compose textarea').value === 'Hello!  Olive'");
    await olive.keyboard.press("Control+y");
    await field.press("Enter");
    await message(olive, /Hello! Thank you for your report\.\s+We look into it\. Olive/).waitFor();
    // Escape returns to the button that opened the menu.
    await opener.press("Enter");
    await search.waitFor();
    await olive.keyboard.press("Escape");
    await until(olive, "document.activeElement.getAttribute('aria-label') === 'Snippets'");
  });

  test("keys that are pressed right after the snippets or the emoji open find one", async () => {
    await saveSnippet("Thanks", "Thank you for your report.");
    const { olive } = await begin("typed ahead");
    for (const name of ["Snippets", "Emoji"]) {
      // Before the browser draws anything.
      const focused = await olive.evaluate(`(async () => {
        document.querySelector(".compose button[aria-label='${name}']").click();
        for (let turn = 0; turn < 20; turn += 1) await undefined;
        return document.activeElement.role ?? document.activeElement.getAttribute("role");
      })()`);
      expect([name, focused]).toEqual([name, "combobox"]);
      await olive.keyboard.press("Escape");
      await olive.locator("[popover]").waitFor({ state: "detached" });
    }
  });

  test("Ctrl+Z undoes inserted suggestions, emoji and snippets", async () => {
    const { olive, field } = await begin("suggested");
    await field.pressSequentially("Ask @ben");
    await olive.getByRole("option", { name: "Ben Bell" }).waitFor();
    await field.press("Enter");
    await expect(field.inputValue()).resolves.toBe("Ask @**Ben Bell** ");
    await field.press("Control+z");
    await expect(field.inputValue()).resolves.toBe("Ask @ben");
    await field.fill("");
  });

  test("a finished upload doesn't move the focus", async () => {
    const { olive } = await begin("focus");
    const held: (() => void)[] = [];
    await olive.route("**/api/v1/tus/**", async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await olive.getByLabel("Attach files").setInputFiles([{ ...pdf, buffer: Buffer.from("plan") }]);
    await olive.getByRole("progressbar").waitFor();
    await olive.getByRole("combobox", { name: "Search" }).focus();
    while (held.length === 0) await olive.waitForTimeout(20);
    for (const go of held) go();
    await until(olive, "document.querySelector('.compose textarea').value.includes('plan.pdf')");
    await expect(olive.evaluate("document.activeElement.id")).resolves.toBe("search");
  });

  test("a file uploads in chunks, resumes after an interruption, and is linked in the message", async () => {
    const { olive, field } = await begin("files");
    let cuts = 1;
    let pieces = 0;
    await olive.route("**/api/v1/tus/**", async (route) => {
      if (route.request().method() === "PATCH") pieces += 1;
      if (route.request().method() !== "PATCH" || pieces !== 2 || cuts === 0) return route.continue();
      cuts -= 1;
      await route.abort("connectionreset");
    });
    const buffer = Buffer.alloc(11 * 1024 * 1024, "plan ");
    await field.pressSequentially("See this");
    await olive.getByLabel("Attach files").setInputFiles([{ ...pdf, buffer }]);
    await olive.getByRole("progressbar", { name: "Uploading plan.pdf" }).waitFor();
    await until(
      olive,
      "/^See this\\n.plan.pdf.\\(.user_uploads/.test(document.querySelector('.compose textarea').value)",
    );
    expect([cuts, pieces]).toEqual([0, 4]);
    await field.press("Enter");
    const link = message(olive, "plan.pdf").getByRole("link", { name: "plan.pdf" });
    const file = await olive.request.get(`${windows.url}${await link.getAttribute("href")}`);
    expect((await file.body()).equals(buffer)).toBe(true);
  });

  test("Enter during an upload says that it waits, and sends once the files are there, wherever the user is then", async () => {
    const { olive, field } = await begin("waiting");
    const { held, attach } = await holdUploads(olive);
    const arrive = async (): Promise<void> => {
      for (const end = Date.now() + 10_000; held.length === 0 && Date.now() < end; )
        await olive.waitForTimeout(20);
      held.shift()?.();
    };
    const waits = olive.getByText("This will be sent once its files are uploaded.");
    await field.fill("Here it is:");
    await attach("one.pdf");
    await field.press("Enter");
    await waits.waitFor();
    await check(olive, "queued");
    // It can be called off.
    await olive.getByRole("button", { name: "Cancel", exact: true }).click();
    await waits.waitFor({ state: "detached" });
    await field.press("Enter");
    await waits.waitFor();
    await olive.getByRole("button", { name: "Cancel one.pdf" }).click();
    await waits.waitFor({ state: "detached" });
    await expect(field.inputValue()).resolves.toBe("Here it is:");
    held.length = 0;
    await attach("two.pdf");
    await olive.getByRole("button", { name: "Send", exact: true }).click();
    await waits.waitFor();
    await arrive();
    await message(olive, "Here it is:").getByRole("link", { name: "two.pdf" }).waitFor();
    await expect(field.inputValue()).resolves.toBe("");
    // A file alone, sent while its author reads elsewhere.
    await attach("three.pdf");
    await field.press("Enter");
    await waits.waitFor();
    await inGeneral(olive, "elsewhere");
    await waits.waitFor({ state: "detached" });
    await arrive();
    const drafts = olive.locator("#side").getByRole("link", { name: /^Drafts/ });
    await drafts.waitFor({ state: "detached" });
    await inGeneral(olive, "waiting");
    await message(olive, "three.pdf").getByRole("link", { name: "three.pdf" }).waitFor();
    // The same for an edit.
    await message(olive, "three.pdf").focus();
    await olive.keyboard.press("e");
    const edit = olive.locator("form.edit");
    await edit
      .getByLabel("Attach files")
      .setInputFiles([{ ...pdf, name: "four.pdf", buffer: Buffer.from("plan") }]);
    await edit.getByRole("textbox").press("Enter");
    await edit.getByText("This will be saved once its files are uploaded.").waitFor();
    await arrive();
    await edit.waitFor({ state: "detached" });
    await message(olive, "three.pdf").getByRole("link", { name: "four.pdf" }).waitFor();
  });

  test("what is typed while a message waits for its files stays for the next one, and comes after it if that is called off", async () => {
    const { olive, field } = await begin("typing on");
    const { held, attach } = await holdUploads(olive);
    const waits = olive.getByText("This will be sent once its files are uploaded.");
    await field.fill("First:");
    await attach("first.pdf");
    await field.press("Enter");
    await waits.waitFor();
    await expect(field.inputValue()).resolves.toBe("");
    await field.pressSequentially("Second, half");
    await until(olive, "document.querySelector('.compose .uploads progress') !== null");
    while (held.length === 0) await olive.waitForTimeout(20);
    held.shift()?.();
    await message(olive, "First:").getByRole("link", { name: "first.pdf" }).waitFor();
    await waits.waitFor({ state: "detached" });
    expect(await message(olive, "Second").count()).toBe(0);
    await expect(field.inputValue()).resolves.toBe("Second, half");
    await field.press("Enter");
    await message(olive, "Second, half").waitFor();
    // Calling it off brings it back.
    await field.fill("Third:");
    await attach("third.pdf");
    await field.press("Enter");
    await waits.waitFor();
    await field.pressSequentially("Fourth");
    await olive.getByRole("button", { name: "Cancel", exact: true }).click();
    await waits.waitFor({ state: "detached" });
    await expect(field.inputValue()).resolves.toBe("Fourth\nThird:");
    await olive.getByRole("button", { name: "Cancel third.pdf" }).click();
    await olive.getByRole("progressbar").waitFor({ state: "detached" });
    expect(
      await olive
        .locator("#side")
        .getByRole("link", { name: /^Drafts/ })
        .innerText(),
    ).toMatch(/1/);
    await field.fill("");
  });

  test("polls and commands don't wait for files, which stay for the next message", async () => {
    const { olive, field } = await begin("commands");
    const { held, attach } = await holdUploads(olive);
    await attach("plan.pdf");
    await field.fill("/ping");
    await field.press("Enter");
    await olive.getByText("The server responded.").waitFor();
    await field.fill("/poll Lunch?\nPizza");
    await field.press("Enter");
    const poll = message(olive, "Lunch?");
    await poll.getByText("Pizza").waitFor();
    await olive.getByRole("progressbar", { name: "Uploading plan.pdf" }).waitFor();
    // One that was begun elsewhere leaves them to the conversation that it leads to.
    await olive.goto(`${windows.url}/#inbox`);
    await olive.getByRole("heading", { name: "Inbox" }).waitFor();
    await olive.keyboard.press("c");
    const begun = olive.getByRole("region", { name: "New message" });
    await begun.getByLabel("Channel").selectOption("general");
    await begun.getByLabel("Topic").fill("commands");
    await begun
      .getByLabel("Attach files")
      .setInputFiles([{ ...pdf, name: "map.pdf", buffer: Buffer.from("map") }]);
    await begun.getByRole("textbox", { name: /^Message/ }).fill("/todo Trip");
    await begun.getByRole("textbox", { name: /^Message/ }).press("Enter");
    await message(olive, "Trip").getByText("Trip").waitFor();
    for (const name of ["plan.pdf", "map.pdf"]) {
      await until(olive, "document.querySelectorAll('.compose progress').length > 0");
      while (held.length === 0) await olive.waitForTimeout(20);
      held.shift()?.();
      await until(olive, `document.querySelector('.compose textarea').value.includes('[${name}]')`);
    }
    expect(await field.inputValue()).toMatch(/^\[plan.pdf\]\(\S+\)\n\[map.pdf\]\(\S+\)\n$/);
    expect(await poll.innerText()).not.toContain("plan.pdf");
    expect(await olive.getByRole("article").filter({ hasText: "/ping" }).count()).toBe(0);
    await field.fill("");
  });

  test("a window asks before it closes while files are being uploaded, and not once they are there", async () => {
    const { olive, field } = await begin("closing");
    const { held, attach } = await holdUploads(olive);
    const asked: string[] = [];
    olive.on("dialog", (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    await attach("plan.pdf");
    await olive.getByRole("progressbar").waitFor();
    while (held.length === 0) await olive.waitForTimeout(20);
    await olive.evaluate("location.reload()").catch(() => undefined);
    while (asked.length === 0) await olive.waitForTimeout(20);
    held.shift()?.();
    await until(olive, "document.querySelector('.compose textarea').value.includes('plan.pdf')");
    await field.fill("");
    await olive.reload();
    await message(olive, "Begin").waitFor();
    expect(asked).toEqual(["beforeunload"]);
  });

  test("a user can cancel an upload, and a refused one says why", async () => {
    const { olive, field } = await begin("refused");
    const held: (() => void)[] = [];
    await olive.route("**/api/v1/tus/**", async (route) => {
      if (route.request().method() === "PATCH") await new Promise<void>((resolve) => held.push(resolve));
      await route.continue().catch(() => undefined);
    });
    await olive.getByLabel("Attach files").setInputFiles([{ ...pdf, buffer: Buffer.from("plan") }]);
    await olive.getByRole("button", { name: "Cancel plan.pdf" }).click();
    await olive.getByRole("progressbar").waitFor({ state: "detached" });
    for (const go of held) go();
    await expect(field.inputValue()).resolves.toBe("");
    await olive.unrouteAll({ behavior: "ignoreErrors" });
    await olive.route("**/api/v1/tus", (route) =>
      route.fulfill({ status: 400, json: { result: "error", code: "FILE_TOO_LARGE", msg: "Too large" } }),
    );
    await olive.getByLabel("Attach files").setInputFiles([{ ...pdf, buffer: Buffer.from("plan") }]);
    await olive.getByRole("alert").filter({ hasText: "Too large" }).waitFor();
  });

  test("pasting or dropping a file uploads it", async () => {
    const { olive, field } = await begin("pasted");
    const give = (type: "paste" | "drop", name: string) =>
      field.evaluate(
        (element, [event, file]) => {
          const {
            DataTransfer: Data,
            File: Made,
            ClipboardEvent: Paste,
            DragEvent: Drop,
          } = globalThis as never as {
            DataTransfer: new () => { items: { add(file: unknown): void } };
            File: new (parts: string[], name: string) => unknown;
            ClipboardEvent: new (type: string, init: object) => never;
            DragEvent: new (type: string, init: object) => never;
          };
          const data = new Data();
          data.items.add(new Made(["words"], String(file)));
          const init = { bubbles: true, cancelable: true, clipboardData: data, dataTransfer: data };
          element.dispatchEvent(event === "paste" ? new Paste("paste", init) : new Drop("drop", init));
        },
        [type, name],
      );
    await give("paste", "pasted.txt");
    await until(
      olive,
      "document.querySelector('.compose textarea').value.includes('[pasted.txt](/user_uploads/')",
    );
    await give("drop", "dropped.txt");
    await until(
      olive,
      "document.querySelector('.compose textarea').value.includes('[dropped.txt](/user_uploads/')",
    );
  });

  test("text that is dragged into the compose box is inserted, and nothing is uploaded", async () => {
    const { olive, field } = await begin("drags");
    const words = message(olive, "Begin").locator("p", { hasText: "Begin" });
    await words.click({ clickCount: 3 });
    const [from, to] = [await words.boundingBox(), await field.boundingBox()];
    await olive.mouse.move((from?.x ?? 0) + 8, (from?.y ?? 0) + 8);
    await olive.mouse.down();
    await olive.mouse.move((to?.x ?? 0) + 30, (to?.y ?? 0) + 12, { steps: 8 });
    await olive.mouse.up();
    await until(olive, "document.querySelector('.compose textarea').value.trim() === 'Begin'");
    await expect(olive.locator(".uploads li").count()).resolves.toBe(0);
    await field.fill("");
  });

  test("a file dropped on the messages is attached, and elsewhere it does nothing", async () => {
    const { olive, field } = await begin("dropped");
    const folder = mkdtempSync(join(tmpdir(), "parley-drop-"));
    const path = join(folder, "plan.txt");
    writeFileSync(path, "words");
    const session = await olive.context().newCDPSession(olive);
    const opened: unknown[] = [];
    olive.context().on("page", (page) => opened.push(page));
    const dropOn = async (target: Locator) => {
      const box = await target.boundingBox();
      const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 10];
      for (const type of ["dragEnter", "dragOver", "drop"] as const)
        await session.send("Input.dispatchDragEvent", {
          type,
          x,
          y,
          data: { items: [], files: [path], dragOperationsMask: 1 },
        });
    };
    await dropOn(olive.getByRole("navigation", { name: "Channels and views" }));
    await dropOn(message(olive, "Begin"));
    await until(olive, "document.querySelector('.compose textarea').value.includes('[plan.txt](')");
    await dropOn(field);
    await until(olive, "document.querySelector('.compose textarea').value.split('[plan.txt](').length === 3");
    expect(opened).toEqual([]);
    await field.fill("");
    rmSync(folder, { recursive: true });
  });

  test("an unsent message survives a reload, after which it is sent once", async () => {
    const { olive } = await begin("reloads");
    await olive.route("**/json/messages", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await write(olive, "Out of the lift");
    await olive.getByText("Sending…").waitFor();
    await olive.reload();
    await olive.getByText("Sending…").waitFor();
    await olive.unrouteAll({ behavior: "ignoreErrors" });
    await olive.getByText("Sending…").waitFor({ state: "detached" });
    await message(olive, "Out of the lift").waitFor();
    await expect(message(olive, "Out of the lift").count()).resolves.toBe(1);
  });

  test("Enter starts a new line for users who choose so, and Ctrl+Enter sends", async () => {
    await windows.owner.callEndpoint("/settings", "PATCH", { enter_sends: false });
    const olive = await openAs(ownerEmail);
    const field = await inGeneral(olive, "lines");
    await field.fill("one");
    await field.press("End");
    await field.press("Enter");
    await field.pressSequentially("two");
    await expect(field.inputValue()).resolves.toBe("one\ntwo");
    await field.press("Control+Enter");
    await message(olive, /one\s*two/).waitFor();
  });

  test.each(allWindows)("drafts and scheduled messages are accessible: %s", async (name, options) => {
    await saveSnippet("Thanks", "Thank you for your report.");
    const olive = await openAs(ownerEmail, options);
    const field = await inGeneral(olive, "looks");
    await field.fill(`In time for ${name}`);
    await olive.getByRole("button", { name: "Send later" }).click();
    await olive.getByRole("menuitem", { name: "Another time" }).waitFor();
    await check(olive, `send-later-${name}`);
    await olive.getByRole("menuitem", { name: "Another time" }).click();
    await olive.getByLabel("Send at").waitFor();
    await check(olive, `time-${name}`);
    await olive.keyboard.press("Escape");
    await chooseTool(olive, "Snippets");
    await olive.getByRole("option", { name: "Thanks" }).waitFor();
    await check(olive, `snippets-${name}`);
    await olive.getByRole("button", { name: "Save this text as a snippet…" }).click();
    await olive.getByRole("textbox", { name: "Title" }).waitFor();
    await check(olive, `new-snippet-${name}`);
    await olive.keyboard.press("Escape");
    await olive.getByRole("button", { name: "Send later" }).click();
    await olive.getByRole("menuitem", { name: /^In an hour/ }).click();
    await olive.goto(`${windows.url}/#scheduled`);
    await olive.getByRole("main").getByText(`In time for ${name}`).waitFor();
    await check(olive, `scheduled-${name}`);
    await inGeneral(olive, "looks");
    await field.fill("Not yet");
    await olive.goto(`${windows.url}/#drafts`);
    await olive.getByRole("main").getByText("Not yet").waitFor();
    await check(olive, `drafts-${name}`);
  });
});
