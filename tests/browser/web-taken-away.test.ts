import type { Page } from "playwright-core";
import { benEmail, check, describeInBrowser, message, until, write } from "../support/browser/web-windows";
import { onServer } from "../support/clients/zulip-client";

jest.setTimeout(120_000);

const ownerEmail = "owner@example.com";
const isArchived = "This channel is archived: you can read it but not post in it.";
const composed = "document.querySelector('.compose textarea')?.value";

describeInBrowser("what the web client does when something on screen is taken away", (windows) => {
  const call = (path: string, method: string, values: object = {}) =>
    windows.owner.callEndpoint(path, method, values);
  const makeChannel = async (name: string, more: object = {}): Promise<number> => {
    const subscribers = JSON.stringify([1, windows.benId]);
    return ((await call("/channels/create", "POST", { name, subscribers, ...more })) as { id: number }).id;
  };
  const say = (channelId: number, topic: string) =>
    call("/messages", "POST", { type: "channel", to: channelId, topic, content: `Begin ${topic}` });
  const openTopic = async (page: Page, channelId: number, topic: string) => {
    await page.evaluate(`location.hash = "#narrow/channel/${channelId}-x/topic/${topic}"`);
    const field = page.getByRole("textbox", { name: `Message ${topic}` });
    await field.waitFor();
    return field;
  };
  const problem = (page: Page, text: string) =>
    page.locator(".compose-actions").getByText(text, { exact: true }).waitFor();
  const sendButton = (page: Page) => page.getByRole("button", { name: "Send", exact: true });

  test("a channel that is archived keeps a half-written message in its field, which can't be sent", async () => {
    const id = await makeChannel("archive");
    await say(id, "old");
    const ben = await windows.openAs(benEmail);
    const field = await openTopic(ben, id, "old");
    await field.pressSequentially("Half a th");
    await call(`/streams/${id}`, "DELETE");
    await problem(ben, isArchived);
    // Keys still go into the field, where they would otherwise be commands.
    await ben.keyboard.type("ought");
    await until(ben, `${composed} === 'Half a thought'`);
    await expect(sendButton(ben).isDisabled()).resolves.toBe(true);
    await ben.keyboard.press("Enter");
    await until(ben, `${composed} === 'Half a thought'`);
    await check(ben, "archived");
    await field.fill("");
    await ben.evaluate(`location.hash = "#inbox"`);
    await ben.evaluate(`location.hash = "#narrow/channel/${id}-x/topic/old"`);
    await ben.locator("p.compose").getByText(isArchived).waitFor();
    // A new message asks for another channel instead.
    await ben.locator("article").first().focus();
    await ben.keyboard.press("c");
    await ben.locator(".new-message select").waitFor();
    await until(ben, "document.querySelector('.new-message select').selectedIndex === 0");
  });

  test("a channel's feed and an open form for a new message say so when the channel is archived", async () => {
    const id = await makeChannel("harbor");
    await say(id, "ships");
    const ben = await windows.openAs(benEmail);
    await ben.evaluate(`location.hash = "#narrow/channel/${id}-x"`);
    await message(ben, "Begin ships").waitFor();
    await ben.getByRole("button", { name: "New topic" }).click();
    const form = ben.getByRole("region", { name: "New message" });
    await form.getByRole("combobox", { name: "Topic" }).fill("boats");
    await form.getByRole("textbox", { name: "Message boats" }).fill("Half a boat");
    await call(`/streams/${id}`, "DELETE");
    await form.getByText(isArchived, { exact: true }).waitFor();
    await expect(sendButton(ben).isDisabled()).resolves.toBe(true);
    await form.getByRole("button", { name: "Close" }).click();
    await ben.locator("p.compose").getByText(isArchived, { exact: true }).waitFor();
    await expect(ben.getByRole("button", { name: "New topic" }).count()).resolves.toBe(0);
    await check(ben, "archived-feed");
    // The channel that was chosen is there again once it can be posted in, even if the form was open meanwhile.
    await ben.locator("article").first().focus();
    await ben.keyboard.press("c");
    await form.getByText(isArchived, { exact: true }).waitFor();
    await until(ben, `document.querySelector(".new-message select").value === ""`);
    await form.getByRole("button", { name: "Close" }).click();
    await call(`/streams/${id}`, "PATCH", { is_archived: "false" });
    await ben.getByRole("button", { name: "New topic" }).click();
    await until(ben, `document.querySelector(".new-message select").value === "${id}"`);
    await until(ben, `${composed} === "Half a boat"`);
  });

  test("somebody removed from an open channel sees a notice, and can join again from it", async () => {
    const id = await makeChannel("square");
    await say(id, "fountain");
    const ben = await windows.openAs(benEmail);
    for (const hash of [`#narrow/channel/${id}-x`, `#narrow/channel/${id}-x/topic/fountain`]) {
      await ben.evaluate(`location.hash = "${hash}"`);
      await message(ben, "Begin fountain").waitFor();
      await call("/users/me/subscriptions", "DELETE", {
        subscriptions: JSON.stringify(["square"]),
        principals: JSON.stringify([windows.benId]),
      });
      const note = ben.getByRole("status").filter({ hasText: "You aren’t in this channel." });
      await note.waitFor();
      await check(ben, "removed-from-channel");
      await note.getByRole("button", { name: "Join" }).click();
      await note.waitFor({ state: "detached" });
    }
  });

  test("an administrator who is removed from a private channel is no longer offered to write there", async () => {
    const made = await windows.ben.callEndpoint("/channels/create", "POST", {
      name: "cellar",
      subscribers: JSON.stringify([1, windows.benId]),
      invite_only: "true",
    });
    const { id } = made as { id: number };
    await windows.ben.callEndpoint("/messages", "POST", {
      type: "channel",
      to: id,
      topic: "wine",
      content: "Red",
    });
    const olive = await windows.openAs(ownerEmail);
    const field = await openTopic(olive, id, "wine");
    await windows.ben.callEndpoint("/users/me/subscriptions", "DELETE", {
      subscriptions: JSON.stringify(["cellar"]),
      principals: JSON.stringify([1]),
    });
    await olive.locator("p.compose").getByText("You aren’t in this private channel.").waitFor();
    await expect(field.count()).resolves.toBe(0);
    await expect(olive.getByRole("button", { name: "Join" }).count()).resolves.toBe(0);
  });

  test("typing indicators disappear from an archived or hidden channel, and for muted people", async () => {
    const [archived, hidden] = [
      await makeChannel("closing"),
      await makeChannel("closed", { invite_only: "true", history_public_to_subscribers: "true" }),
    ];
    const ben = await windows.openAs(benEmail);
    const line = ben.locator(".typing");
    const typesIn = async (id: number) => {
      await say(id, "now");
      await openTopic(ben, id, "now");
      const type = () =>
        call("/typing", "POST", { type: "stream", op: "start", stream_id: id, topic: "now" });
      await type();
      await line.getByText("Olive Owner is typing…").waitFor();
    };
    const stops = () => line.getByText("is typing").waitFor({ state: "detached", timeout: 5000 });
    await typesIn(archived);
    await windows.ben.callEndpoint("/users/me/muted_users/1", "POST", {});
    await stops();
    await windows.ben.callEndpoint("/users/me/muted_users/1", "DELETE", {});
    await line.getByText("Olive Owner is typing…").waitFor();
    await call(`/streams/${archived}`, "DELETE");
    await stops();
    await typesIn(hidden);
    await call("/users/me/subscriptions", "DELETE", {
      subscriptions: JSON.stringify(["closed"]),
      principals: JSON.stringify([windows.benId]),
    });
    await stops();
  });

  test("somebody removed from a private channel keeps what they were writing, which the server is asked to save only once", async () => {
    const id = await makeChannel("secret", {
      invite_only: "true",
      history_public_to_subscribers: "true",
    });
    await say(id, "Plan");
    const ben = await windows.openAs(benEmail);
    const drafts: string[] = [];
    ben.on("request", (one) => {
      if (one.url().includes("/json/drafts")) drafts.push(one.method());
    });
    const field = await openTopic(ben, id, "Plan");
    await ben.clock.install();
    await field.pressSequentially("Half a plan");
    await call("/users/me/subscriptions", "DELETE", {
      subscriptions: JSON.stringify(["secret"]),
      principals: JSON.stringify([windows.benId]),
    });
    await ben.getByRole("heading", { name: "Unknown channel Plan" }).waitFor();
    await ben.getByRole("alert").getByText("This channel doesn’t exist").waitFor();
    await expect(ben.getByText("This channel doesn’t exist").count()).resolves.toBe(1);
    await expect(message(ben, "Begin Plan").count()).resolves.toBe(0);
    await ben.clock.runFor(120_000);
    expect(drafts).toEqual(["POST"]);
    await ben.getByRole("link", { name: /^Drafts/ }).click();
    const draft = ben.getByRole("listitem").filter({ hasText: "Half a plan" });
    await draft.getByText("On this device").waitFor();
    await ben.reload();
    await draft.getByRole("button", { name: "Keep writing" }).click();
    await until(ben, `${composed} === 'Half a plan'`);
    await ben.goBack();
    await draft.getByRole("button", { name: "Discard" }).click();
    await draft.waitFor({ state: "detached" });
  });

  test("an edit whose message is deleted continues in the compose box, or in Drafts when it isn't on screen", async () => {
    const ids = await Promise.all(["first", "second"].map((text) => windows.send(windows.ben, "gone", text)));
    await windows.send(windows.owner, "gone", "Stays");
    const ben = await windows.openAs(benEmail);
    const field = await openTopic(ben, windows.generalId, "gone");
    const edit = async (text: string) => {
      await message(ben, text).focus();
      await ben.keyboard.press("e");
      await ben.getByRole("textbox", { name: "Edit message" }).fill(`${text}, and more`);
    };
    await field.fill("Begun");
    await edit("first");
    await call(`/messages/${ids[0]}`, "DELETE");
    await ben.getByText(/^The message that you were editing is gone/).waitFor();
    await until(ben, `${composed} === 'Begun\\n\\nfirst, and more'`);
    await expect(ben.getByRole("textbox", { name: "Edit message" }).count()).resolves.toBe(0);
    await field.fill("");
    await edit("second");
    await ben.evaluate(`location.hash = "#inbox"`);
    await ben.getByRole("heading", { name: "Inbox" }).waitFor();
    await call(`/messages/${ids[1]}`, "DELETE");
    await ben.getByRole("link", { name: /^Drafts/ }).click();
    const rescued = ben.getByRole("listitem").filter({ hasText: "second, and more" });
    // The next test counts drafts.
    await rescued.getByRole("button", { name: "Discard" }).click();
    await rescued.waitFor({ state: "detached" });
  });

  test("a file that is being uploaded for an edit goes where the edit goes when its message is deleted", async () => {
    const ids = await Promise.all(["alpha", "beta"].map((text) => windows.send(windows.ben, "files", text)));
    await windows.send(windows.owner, "files", "Stays");
    const ben = await windows.openAs(benEmail);
    const field = await openTopic(ben, windows.generalId, "files");
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await ben.route("**/api/v1/tus", async (route) => {
      await held;
      await route.continue();
    });
    const editWithFile = async (text: string, name: string) => {
      await message(ben, text).focus();
      await ben.keyboard.press("e");
      const form = ben.locator("form.edit");
      await form.getByLabel("Attach files").setInputFiles({
        name,
        mimeType: "text/plain",
        buffer: Buffer.from("note"),
      });
      await form.getByRole("progressbar").waitFor();
      return form;
    };
    const form = await editWithFile("alpha", "alpha.txt");
    await form.getByRole("textbox", { name: "Edit message" }).fill("alpha, and more");
    await call(`/messages/${ids[0]}`, "DELETE");
    await until(ben, `${composed} === 'alpha, and more'`);
    await ben.locator("form.compose").getByRole("progressbar", { name: "Uploading alpha.txt" }).waitFor();
    // An edit that would have been saved once its file is there isn't sent unasked.
    const other = await editWithFile("beta", "beta.txt");
    await other.getByRole("button", { name: "Save" }).click();
    await other.getByText("This will be saved once its files are uploaded.").waitFor();
    await call(`/messages/${ids[1]}`, "DELETE");
    await ben.locator("form.compose").getByRole("progressbar", { name: "Uploading beta.txt" }).waitFor();
    letGo();
    for (const name of ["alpha", "beta"])
      await until(ben, `${composed}.includes("[${name}.txt](/user_uploads/")`);
    await field.fill("");
  });

  test("an edit that was left is listed in Drafts, even after its message is out of reach or changed elsewhere", async () => {
    const id = await makeChannel("hidden", { invite_only: "true", history_public_to_subscribers: "true" });
    await say(id, "edits");
    const send = async (content: string) =>
      (
        (await windows.ben.callEndpoint("/messages", "POST", {
          type: "channel",
          to: id,
          topic: "edits",
          content,
        })) as { id: number }
      ).id;
    await send("one");
    const second = await send("two");
    const ben = await windows.openAs(benEmail);
    const edit = async (text: string) => {
      await message(ben, text).focus();
      await ben.keyboard.press("e");
      await ben.getByRole("textbox", { name: "Edit message" }).fill(`${text}, and more`);
    };
    const draft = (text: string) => ben.getByRole("listitem").filter({ hasText: text });
    await openTopic(ben, id, "edits");
    await edit("one");
    await ben.reload();
    await message(ben, "one").waitFor();
    await edit("two");
    await ben.getByRole("link", { name: "Drafts 2" }).click();
    // A message that is still there is edited further where it is.
    await draft("one, and more").getByRole("button", { name: "Keep writing" }).click();
    await until(ben, "document.querySelector('.edit textarea').value === 'one, and more'");
    await ben.goBack();
    // A message that was changed meanwhile is another text: the edit can only be copied.
    await windows.ben.callEndpoint(`/messages/${second}`, "PATCH", { content: "two, elsewhere" });
    await ben.reload();
    await draft("two, and more").getByText("hidden › edits").waitFor();
    await expect(draft("two, and more").getByRole("button").allTextContents()).resolves.toEqual([
      "Copy",
      "Discard",
    ]);
    await call("/users/me/subscriptions", "DELETE", {
      subscriptions: JSON.stringify(["hidden"]),
      principals: JSON.stringify([windows.benId]),
    });
    await ben.reload();
    await draft("one, and more").getByText("A message you can no longer see").waitFor();
    await check(ben, "unsaved-edits");
    await draft("one, and more").getByRole("button", { name: "Copy" }).click();
    await until(ben, "navigator.clipboard.readText().then((text) => text === 'one, and more')");
    await draft("one, and more").getByRole("button", { name: "Discard" }).click();
    await draft("two, and more").getByRole("button", { name: "Discard" }).click();
    await ben.getByText("Messages you start and don’t send are saved here.").waitFor();
    await expect(ben.getByRole("link", { name: /^Drafts/ }).count()).resolves.toBe(0);
  });

  test("a message sent as its channel is taken away stays where it was sent, with the reason", async () => {
    const id = await makeChannel("quick", { invite_only: "true", history_public_to_subscribers: "true" });
    await say(id, "fast");
    const ben = await windows.openAs(benEmail, { serviceWorkers: "block" });
    await openTopic(ben, id, "fast");
    await message(ben, "Begin fast").waitFor();
    let letGo: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await ben.route("**/json/messages", async (route) => {
      if (route.request().method() === "POST") await gate;
      await route.continue();
    });
    await write(ben, "Too late");
    await call("/users/me/subscriptions", "DELETE", {
      subscriptions: JSON.stringify(["quick"]),
      principals: JSON.stringify([windows.benId]),
    });
    await ben.getByRole("alert").getByText("This channel doesn’t exist").waitFor();
    letGo();
    const unsent = ben.getByRole("article", { name: "Message being sent" });
    await unsent.getByText("Too late").waitFor();
    await unsent.getByRole("button", { name: "Discard" }).click();
    await unsent.waitFor({ state: "detached" });
  });

  test("somebody who becomes a guest at once loses what guests may not see", async () => {
    const id = await makeChannel("members");
    await say(id, "inside");
    const ben = await windows.openAs(benEmail);
    await call("/users/me/subscriptions", "DELETE", {
      subscriptions: JSON.stringify(["members"]),
      principals: JSON.stringify([windows.benId]),
    });
    await openTopic(ben, id, "inside");
    await message(ben, "Begin inside").waitFor();
    await call(`/users/${windows.benId}`, "PATCH", { role: "600" });
    await ben.getByRole("alert").getByText("This channel doesn’t exist").waitFor();
    await expect(message(ben, "Begin inside").count()).resolves.toBe(0);
    await call(`/users/${windows.benId}`, "PATCH", { role: "400" });
    await message(ben, "Begin inside").waitFor();
  });

  test.each([
    ["a topic", "/topic/pots", "Begin pots"],
    ["a channel's feed", "", "Begin pots"],
  ])("a guest who is removed from a channel is told once: in %s", async (what, path, text) => {
    const name = `pottery ${what}`;
    const id = await makeChannel(name);
    await say(id, "pots");
    await call(`/users/${windows.benId}`, "PATCH", { role: "600" });
    try {
      const ben = await windows.openAs(benEmail);
      await ben.evaluate(`location.hash = "#narrow/channel/${id}-x${path}"`);
      await message(ben, text).waitFor();
      const field = ben.locator(".compose textarea");
      if (path !== "") await field.pressSequentially("Half a pot");
      await call("/users/me/subscriptions", "DELETE", {
        subscriptions: JSON.stringify([name]),
        principals: JSON.stringify([windows.benId]),
      });
      await ben.getByRole("alert").getByText("This channel doesn’t exist").waitFor();
      await expect(ben.getByText("This channel doesn’t exist").count()).resolves.toBe(1);
      if (path === "") return;
      expect(await field.inputValue()).toBe("Half a pot");
      expect(await sendButton(ben).isDisabled()).toBe(true);
      await field.fill("");
      await field.waitFor({ state: "detached" });
      await expect(ben.getByText("This channel doesn’t exist").count()).resolves.toBe(1);
    } finally {
      await call(`/users/${windows.benId}`, "PATCH", { role: "400" });
    }
  });

  test("a guest who may not see the sender of a message opens a card that says so, and Escape closes it", async () => {
    const cora = { email: "cora@example.com", full_name: "Cora", password: "seven blue elephants" };
    const { user_id } = (await call("/users", "POST", cora)) as { user_id: number };
    const id = await makeChannel("mixed");
    const coras = JSON.stringify([user_id]);
    await call("/users/me/subscriptions", "POST", {
      subscriptions: JSON.stringify([{ name: "mixed" }]),
      principals: coras,
    });
    const client = await onServer(windows.url, cora.email, cora.password);
    await client.callEndpoint("/messages", "POST", {
      type: "channel",
      to: id,
      topic: "t",
      content: "By Cora",
    });
    await call("/users/me/subscriptions", "DELETE", {
      subscriptions: JSON.stringify(["mixed", "general", "random"]),
      principals: coras,
    });
    const { user_groups } = (await call("/user_groups", "GET")) as {
      user_groups: { id: number; name: string }[];
    };
    const group = (name: string) => user_groups.find((one) => one.name === name)?.id;
    await call("/realm", "PATCH", {
      can_access_all_users_group: JSON.stringify({ new: group("role:members") }),
    });
    await call(`/users/${windows.benId}`, "PATCH", { role: "600" });
    try {
      const ben = await windows.openAs(benEmail);
      await openTopic(ben, id, "t");
      await ben.getByRole("button", { name: "Someone" }).click();
      const card = ben.getByRole("dialog", { name: "Someone" });
      await card.getByText("You can’t see this person’s profile.").waitFor();
      await check(ben, "unknown-person");
      await ben.keyboard.press("Escape");
      await card.waitFor({ state: "detached" });
      await ben.keyboard.press("t");
      await ben.getByRole("heading", { name: "Recent" }).waitFor();
    } finally {
      await call(`/users/${windows.benId}`, "PATCH", { role: "400" });
    }
  });

  test("a card left open shows that its person was deactivated, and no longer offers to write", async () => {
    const olive = await windows.openAs(ownerEmail);
    await windows.send(windows.ben, "cards", "Look at me");
    await olive.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/cards"`);
    await message(olive, "Look at me").focus();
    await olive.keyboard.press("u");
    const card = olive.getByRole("dialog", { name: "Ben Bell" });
    await card.getByRole("button", { name: "Write a message" }).waitFor();
    await call(`/users/${windows.benId}`, "DELETE");
    await card.getByText("Deactivated").waitFor();
    await expect(card.getByRole("button", { name: "Write a message" }).count()).resolves.toBe(0);
    await call(`/users/${windows.benId}/reactivate`, "POST");
    await card.getByRole("button", { name: "Write a message" }).waitFor();
  });

  test("the card of a group says that it was deactivated", async () => {
    const { group_id } = (await call("/user_groups/create", "POST", {
      name: "gardeners",
      description: "They dig",
      members: JSON.stringify([windows.benId]),
    })) as { group_id: number };
    await windows.send(windows.owner, "cards", "Ask @_*gardeners*");
    const ben = await windows.openAs(benEmail);
    await openTopic(ben, windows.generalId, "cards");
    await message(ben, "Ask").getByText("gardeners").click();
    const card = ben.getByRole("dialog", { name: "gardeners" });
    await card.getByText("They dig").waitFor();
    await expect(card.getByText("Deactivated").count()).resolves.toBe(0);
    await call(`/user_groups/${group_id}/deactivate`, "POST");
    await card.getByText("Deactivated").waitFor();
  });

  test("a message to somebody whose account is deactivated meanwhile can't be sent, until they are back", async () => {
    const olive = await windows.openAs(ownerEmail);
    await olive.evaluate(`location.hash = "#narrow/dm/${windows.benId}-Ben"`);
    const field = olive.getByRole("textbox", { name: "Message Ben Bell" });
    await field.pressSequentially("Are you");
    await call(`/users/${windows.benId}`, "DELETE");
    await problem(olive, "You can’t write to people whose accounts are deactivated.");
    await olive.keyboard.type(" there?");
    await olive.keyboard.press("Enter");
    await until(olive, `${composed} === 'Are you there?'`);
    await call(`/users/${windows.benId}/reactivate`, "POST");
    await until(olive, `!document.querySelector('.compose .problem')`);
    await field.press("Enter");
    await message(olive, "Are you there?").waitFor();
  });

  test("a window whose account is deactivated asks for a login, nothing else, and keeps what is written", async () => {
    const ben = await windows.openAs(benEmail);
    const field = await openTopic(ben, windows.generalId, "farewell");
    await field.pressSequentially("Half a goodbye");
    await call(`/users/${windows.benId}`, "DELETE");
    await ben.getByLabel("Password").waitFor();
    await ben.clock.install();
    const asked: string[] = [];
    ben.on("request", (one) => asked.push(one.url()));
    await ben.clock.runFor(300_000);
    expect(asked.filter((url) => /events|register|drafts/.test(url))).toEqual([]);
    await call(`/users/${windows.benId}/reactivate`, "POST");
    await ben.getByLabel("Email").fill(benEmail);
    await ben.getByLabel("Password").fill("seven blue elephants");
    await ben.getByRole("button", { name: "Log in" }).click();
    await field.waitFor();
    await until(ben, `${composed} === 'Half a goodbye'`);
  });

  test("a window whose organization is deactivated leads to a page that says so", async () => {
    const ben = await windows.openAs(benEmail);
    await call("/realm/deactivate", "POST");
    await ben.getByText("This organization has been deactivated.").waitFor();
    await check(ben, "deactivated-organization");
    await ben.goto(windows.url);
    await ben.getByText("This organization has been deactivated.").waitFor();
  });
});
