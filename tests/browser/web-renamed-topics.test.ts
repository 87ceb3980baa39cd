import type { Page } from "playwright-core";
import { press } from "../support/browser/by-keyboard";
import {
  benEmail,
  deleteDrafts,
  describeInBrowser,
  message,
  renameTopic,
  until,
} from "../support/browser/web-windows";

jest.setTimeout(120_000);

const composed = "document.querySelector('.compose textarea')?.value";
const topicField = "document.querySelector('.new-message input')?.value";

describeInBrowser("what is being written when a topic is renamed", (windows) => {
  const begin = (topic: string) => windows.send(windows.owner, topic, `Begin ${topic}`);
  const hashOf = (topic: string) => `#narrow/channel/${windows.generalId}-general/topic/${topic}`;
  const openTopic = async (page: Page, topic: string) => {
    await page.evaluate(`location.hash = ${JSON.stringify(hashOf(topic))}`);
    await page.getByRole("textbox", { name: `Message ${topic}` }).waitFor();
  };
  const rename = (id: number, topic: string) => renameTopic(windows.owner, id, topic);
  const topics = async () => {
    const path = `/users/me/${windows.generalId}/topics`;
    const answer = await windows.ben.callEndpoint(path, "GET", {});
    return (answer as unknown as { readonly topics: readonly { readonly name: string }[] }).topics.map(
      ({ name }) => name,
    );
  };
  /** The channel's topics, once one is among them: a message is on screen before it has been sent. */
  const topicsWith = async (name: string) => {
    for (let tries = 0; tries < 100 && !(await topics()).includes(name); tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await topics()).toContain(name);
    return topics();
  };
  const draftsOf = async () => {
    const answer = await windows.ben.callEndpoint("/drafts", "GET", {});
    return (
      answer as unknown as {
        readonly drafts: readonly { readonly topic: string; readonly content: string }[];
      }
    ).drafts.map(({ topic, content }) => [topic, content]);
  };
  const untilDrafts = async (wanted: readonly (readonly string[])[]) => {
    for (let tries = 0; tries < 100; tries += 1) {
      if (JSON.stringify(await draftsOf()) === JSON.stringify(wanted)) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await expect(draftsOf()).resolves.toEqual(wanted);
  };
  test("a reader follows a topic that leaves a notice behind, with what they are writing", async () => {
    const id = await begin("keys");
    const ben = await windows.openAs(benEmail);
    await openTopic(ben, "keys");
    await message(ben, "Begin keys").waitFor();
    await ben.locator(".compose textarea").pressSequentially("Found th");
    await windows.owner.callEndpoint(`/messages/${id}`, "PATCH", {
      topic: "lost keys",
      propagate_mode: "change_all",
      send_notification_to_old_thread: "true",
      send_notification_to_new_thread: "true",
    });
    await ben.getByRole("heading", { name: "general lost keys" }).waitFor();
    await message(ben, "Begin keys").waitFor();
    await ben.keyboard.type("em");
    await press(ben, "Enter");
    await message(ben, "Found them").waitFor();
    await openTopic(ben, "keys");
    await message(ben, "moved").waitFor();
    await until(ben, `${composed} === ''`);
  });

  test("a new message whose topic has been chosen follows it", async () => {
    const id = await begin("lamps");
    const ben = await windows.openAs(benEmail);
    await ben.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general"`);
    await message(ben, "Begin lamps").waitFor();
    await press(ben, "c");
    await ben.getByRole("region", { name: "New message" }).waitFor();
    await ben.keyboard.type("Lamps");
    await ben.getByRole("textbox", { name: "Message Lamps" }).focus();
    await ben.keyboard.type("Mine is br");
    await rename(id, "lights");
    await until(ben, `${topicField} === 'lights'`);
    await ben.keyboard.type("oken");
    await press(ben, "Enter");
    await message(ben, "Mine is broken").waitFor();
    await ben.getByRole("heading", { name: "general lights" }).waitFor();
    const names = await topicsWith("lights");
    expect(names.map((name) => name.toLowerCase())).not.toContain("lamps");
  });

  test("a reply from another screen follows its topic, twice, with its text and caret", async () => {
    const id = await begin("shelf");
    const ben = await windows.openAs(benEmail);
    await ben.evaluate(`location.hash = "#feed"`);
    await message(ben, "Begin shelf").focus();
    await press(ben, "r");
    await until(ben, `${topicField} === 'shelf'`);
    await ben.getByRole("textbox", { name: "Message shelf" }).focus();
    await ben.keyboard.type("Too sl");
    await press(ben, "ArrowLeft");
    await rename(id, "shelves");
    await until(ben, `${topicField} === 'shelves'`);
    await ben.keyboard.type("ta");
    await rename(id, "racks");
    await until(ben, `${topicField} === 'racks'`);
    await ben.keyboard.type("l");
    await until(ben, `${composed} === 'Too stall'`);
    await ben.keyboard.press("Enter");
    await message(ben, "Too stall").waitFor();
    await ben.getByRole("heading", { name: "general racks" }).waitFor();
    await openTopic(ben, "shelf");
    await until(ben, `${composed} === ''`);
    await untilDrafts([]);
  });

  test("a reply from another screen continues the conversation's draft, and leaves none once it is sent", async () => {
    await begin("paint");
    const ben = await windows.openAs(benEmail);
    await openTopic(ben, "paint");
    await message(ben, "Begin paint").waitFor();
    await ben.locator(".compose textarea").pressSequentially("Blue");
    await untilDrafts([["paint", "Blue"]]);
    await ben.evaluate(`location.hash = "#feed"`);
    await message(ben, "Begin paint").focus();
    await press(ben, "r");
    await until(ben, `${topicField} === 'paint' && ${composed} === 'Blue'`);
    await ben.getByRole("textbox", { name: "Message paint" }).focus();
    await press(ben, "End");
    await ben.keyboard.type(", please");
    await press(ben, "Enter");
    await message(ben, "Blue, please").waitFor();
    await untilDrafts([]);
    await until(ben, `${composed} === ''`);
  });

  test("a new message keeps the topic that its author chooses after another was renamed", async () => {
    const id = await begin("apples");
    const ben = await windows.openAs(benEmail);
    await ben.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general"`);
    await message(ben, "Begin apples").waitFor();
    await rename(id, "pears");
    await ben.getByRole("heading", { name: "pears" }).first().waitFor();
    await press(ben, "c");
    await ben.getByRole("region", { name: "New message" }).waitFor();
    await ben.keyboard.type("apples");
    await ben.getByRole("textbox", { name: "Message apples" }).focus();
    await ben.keyboard.type("Other ones");
    await press(ben, "Enter");
    await message(ben, "Other ones").waitFor();
    expect(await topicsWith("apples")).toContain("pears");
  });

  test("drafts of topics that aren't on screen follow them, the same one on all devices", async () => {
    await deleteDrafts(windows.ben);
    const id = await begin("roof");
    const laptop = await windows.openAs(benEmail);
    const phone = await windows.openAs(benEmail);
    await openTopic(laptop, "roof");
    await message(laptop, "Begin roof").waitFor();
    await laptop.locator(".compose textarea").pressSequentially("It leaks");
    await laptop.evaluate(`location.hash = "#inbox"`);
    await phone.evaluate(`location.hash = "#drafts"`);
    await phone.getByRole("main").getByText("It leaks").waitFor();
    await rename(id, "attic");
    await phone.getByRole("main").getByRole("link", { name: "attic" }).waitFor();
    await untilDrafts([["attic", "It leaks"]]);
    for (const page of [laptop, phone]) {
      await openTopic(page, "attic");
      await until(page, `${composed} === 'It leaks'`);
      await openTopic(page, "roof");
      await until(page, `${composed} === ''`);
    }
    await expect(draftsOf()).resolves.toEqual([["attic", "It leaks"]]);
    await deleteDrafts(windows.ben);
  });
});
