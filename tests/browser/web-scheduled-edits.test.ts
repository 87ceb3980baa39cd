import type { Page } from "playwright-core";
import { deleteDrafts, describeInBrowser, message, until } from "../support/browser/web-windows";

jest.setTimeout(120_000);

describeInBrowser("changing scheduled messages in the web client", (windows) => {
  const inTopic = (page: Page, topic: string) =>
    page.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general/topic/${topic}`);
  /** A window at the list of scheduled messages, with one for the topic that is sent in so many seconds. */
  const begin = async (topic: string, seconds: number) => {
    await windows.send(windows.owner, topic, "Begin");
    const { scheduled_message_id: id } = (await windows.owner.callEndpoint("/scheduled_messages", "POST", {
      type: "stream",
      to: windows.generalId,
      topic,
      content: `Plan for ${topic}`,
      scheduled_delivery_timestamp: Math.ceil(Date.now() / 1000) + seconds,
    })) as unknown as { readonly scheduled_message_id: number };
    const olive = await windows.openAs("owner@example.com");
    await olive.goto(`${windows.url}/#scheduled`);
    await olive.getByText(`Plan for ${topic}`).waitFor();
    const field = olive.getByRole("textbox", { name: "Edit message" });
    const compose = olive.getByRole("textbox", { name: `Message ${topic}` });
    return { id, olive, field, compose };
  };
  const remove = (id: number) => windows.owner.callEndpoint(`/scheduled_messages/${id}`, "DELETE", {});
  const becameDraft = (page: Page) =>
    page.getByText("A scheduled message is gone, and what you were changing is a draft now.").waitFor();

  afterEach(async () => {
    await deleteDrafts(windows.owner);
    const { scheduled_messages: left } = (await windows.owner.callEndpoint(
      "/scheduled_messages",
      "GET",
      {},
    )) as unknown as { readonly scheduled_messages: readonly { readonly scheduled_message_id: number }[] };
    for (const one of left) await remove(one.scheduled_message_id);
  });

  test("an edit that isn't saved stays while its author looks elsewhere, until it is saved or canceled", async () => {
    const { id, olive, field } = await begin("later", 3600);
    await olive.getByRole("button", { name: "Edit" }).click();
    await field.fill("Another plan");
    await inTopic(olive, "later");
    await message(olive, "Begin").waitFor();
    await olive.goto(`${windows.url}/#scheduled`);
    await expect(field.inputValue()).resolves.toBe("Another plan");
    await olive.getByRole("button", { name: "Save" }).click();
    await olive.getByText("Another plan").waitFor();
    await olive.getByRole("button", { name: "Edit" }).click();
    await field.fill("Yet another plan");
    await field.press("Escape");
    await olive.reload();
    await olive.getByText("Another plan").waitFor();
    expect(await field.count()).toBe(0);
    await remove(id);
  });

  test("an edit whose message is sent meanwhile becomes a draft", async () => {
    const { olive, field, compose } = await begin("sent", 8);
    await olive.getByRole("button", { name: "Edit" }).click();
    await field.fill("A better plan");
    await becameDraft(olive);
    await inTopic(olive, "sent");
    await message(olive, "Plan for sent").waitFor();
    await expect(compose.inputValue()).resolves.toBe("A better plan");
    await compose.fill("");
  });

  test.each(["Send now", "Move to drafts"])("nothing is lost if the answer to it is: %s", async (act) => {
    const topic = `unanswered-${act.length}`;
    const { id, olive, compose } = await begin(topic, 3600);
    await olive.route(`**/json/scheduled_messages/${id}`, async (route) => {
      await remove(id);
      await route.abort("connectionreset");
    });
    await olive.getByRole("button", { name: act }).click();
    await becameDraft(olive);
    await inTopic(olive, topic);
    await until(olive, `document.querySelector(".compose textarea").value === "Plan for ${topic}"`);
    expect(await message(olive, `Plan for ${topic}`).count()).toBe(0);
    await compose.fill("");
  });

  test("nothing is lost if the message is gone before the answer to it fails", async () => {
    const { id, olive } = await begin("overtaken", 3600);
    await olive.route(`**/json/scheduled_messages/${id}`, async (route) => {
      await remove(id);
      await olive.getByRole("button", { name: "Send now" }).waitFor({ state: "detached" });
      await route.abort("connectionreset");
    });
    await olive.getByRole("button", { name: "Send now" }).click();
    await becameDraft(olive);
    await inTopic(olive, "overtaken");
    await until(olive, 'document.querySelector(".compose textarea").value === "Plan for overtaken"');
  });

  test("what is typed on after its field has gone presses nothing of the next message", async () => {
    const { olive, field } = await begin("typed", 8);
    await begin("after it", 3600);
    await olive.bringToFront();
    await olive
      .getByRole("listitem")
      .filter({ hasText: "typed" })
      .getByRole("button", { name: "Edit" })
      .click();
    let typing = true;
    const written = becameDraft(olive).then(() => {
      typing = false;
    });
    while (typing) await olive.keyboard.type("w", { delay: 150 });
    await written;
    await olive.keyboard.type("www", { delay: 150 });
    expect(await field.count()).toBe(0);
    expect(await olive.getByRole("dialog").count()).toBe(0);
  });
});
