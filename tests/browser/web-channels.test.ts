import {
  allWindows,
  benEmail,
  check,
  describeInBrowser,
  message,
  until,
  write,
} from "../support/browser/web-windows";

jest.setTimeout(120_000);

const ownerEmail = "owner@example.com";

describeInBrowser("channels and people in the web client", (windows) => {
  const { openAs } = windows;

  test("a user creates a channel with a subscriber, who sees it at once, by keyboard alone", async () => {
    const [olive, ben] = [await openAs(ownerEmail), await openAs(benEmail)];
    await olive.goto(`${windows.url}/#channels`);
    await olive.getByRole("button", { name: "New channel" }).press("Enter");
    await olive.getByLabel("Name").waitFor();
    await olive.keyboard.type("kitchen");
    await olive.keyboard.press("Tab");
    await olive.keyboard.type("What we cook");
    await olive.getByRole("radio", { name: /^Private, shared history/ }).press("Space");
    await olive.getByRole("combobox", { name: "Add people" }).focus();
    await olive.keyboard.type("ben");
    await olive.getByRole("option", { name: "Ben Bell" }).waitFor();
    await olive.keyboard.press("Enter");
    await olive.getByRole("button", { name: "Create" }).press("Enter");
    await olive.getByRole("heading", { name: "kitchen", level: 1 }).waitFor();
    await until(olive, String.raw`/^#narrow\/channel\/\d+-kitchen$/.test(location.hash)`);
    const side = ben.getByRole("navigation", { name: "Channels and views" });
    await side.getByRole("link", { name: "kitchen" }).waitFor();
  });

  test("Zulip's URLs open the form for a new channel, the joined channels, and the form for a new group", async () => {
    const olive = await openAs(ownerEmail);
    await olive.goto(`${windows.url}/#channels/new`);
    const form = olive.getByRole("dialog", { name: "New channel" });
    await form.waitFor();
    await olive.keyboard.press("Escape");
    await form.waitFor({ state: "hidden" });
    await olive.getByRole("heading", { name: "All channels" }).waitFor();
    await olive.goto(`${windows.url}/#channels/subscribed`);
    const which = olive.getByRole("combobox", { name: "Which channels" });
    await until(olive, `document.querySelector("main select").value === "subscribed"`);
    await which.selectOption("Archived");
    await until(olive, `location.hash === "#channels/archived"`);
    await olive.reload();
    await until(olive, `document.querySelector("main select").value === "archived"`);
    await olive.goto(`${windows.url}/#groups/new`);
    await olive.getByRole("button", { name: "Create group" }).waitFor();
  });

  test("a user finds, leaves and rejoins channels, and confirms before leaving a private one", async () => {
    const ben = await openAs(benEmail);
    await ben.goto(`${windows.url}/#channels`);
    await ben.getByRole("searchbox", { name: "Find a channel" }).fill("gener");
    await ben.getByRole("button", { name: "Leave general" }).click();
    await ben.getByText("You left general.").waitFor();
    await ben.getByRole("button", { name: "Join general" }).waitFor();
    await ben.getByRole("button", { name: "Undo" }).click();
    await ben.getByRole("button", { name: "Leave general" }).waitFor();
    const side = ben.getByRole("navigation", { name: "Channels and views" });
    await side.getByRole("link", { name: "kitchen" }).hover();
    await side.getByRole("button", { name: "Actions on kitchen" }).click();
    await ben.getByRole("menuitem", { name: "Leave" }).click();
    await ben.getByRole("heading", { name: /^Leave kitchen\?/ }).waitFor();
    await ben.getByRole("button", { name: "Cancel" }).click();
    await side.getByRole("link", { name: "kitchen" }).waitFor();
  });

  test("a user pins and mutes a channel, and collapses folders in the channel list", async () => {
    const made = (await windows.owner.callEndpoint("/channel_folders/create", "POST", {
      name: "House",
      description: "",
    })) as { channel_folder_id: number };
    const { stream_id: kitchen } = (await windows.owner.callEndpoint("/get_stream_id", "GET", {
      stream: "kitchen",
    })) as { stream_id: number };
    const olive = await openAs(ownerEmail);
    const side = olive.getByRole("navigation", { name: "Channels and views" });
    await windows.owner.callEndpoint(`/streams/${kitchen}`, "PATCH", { folder_id: made.channel_folder_id });
    const { id: cellar } = (await windows.owner.callEndpoint("/channels/create", "POST", {
      name: "cellar",
      subscribers: "[1]",
    })) as unknown as { id: number };
    await windows.owner.callEndpoint(`/streams/${cellar}`, "PATCH", { folder_id: made.channel_folder_id });
    await windows.owner.callEndpoint("/messages", "POST", {
      type: "stream",
      to: "kitchen",
      topic: "dishes",
      content: "Who washes up?",
    });
    const house = side.getByRole("region", { name: "House" });
    await house.getByRole("link", { name: "kitchen" }).waitFor();
    await house.getByRole("button", { name: "House" }).press("Enter");
    await house.getByRole("link", { name: "kitchen" }).waitFor({ state: "detached" });
    // The channel that is on screen stays in sight, with its topics.
    await olive.evaluate(`location.hash = "#narrow/channel/${kitchen}-kitchen/topic/dishes"`);
    await house.getByRole("link", { name: "kitchen" }).waitFor();
    await house.locator("[aria-current=page]").getByText("dishes").waitFor();
    await expect(house.getByRole("link", { name: "cellar" }).count()).resolves.toBe(0);
    await olive.evaluate('location.hash = "#inbox"');
    await house.getByRole("link", { name: "kitchen" }).waitFor({ state: "detached" });
    await house.getByRole("button", { name: "House" }).press("Enter");
    await house.getByRole("link", { name: "cellar" }).waitFor();
    await house.getByRole("link", { name: "kitchen" }).hover();
    await house.getByRole("button", { name: "Actions on kitchen" }).click();
    await olive.getByRole("menuitem", { name: "Pin channel" }).click();
    const pinned = side.getByRole("region", { name: "Pinned" });
    await pinned.getByRole("link", { name: "kitchen" }).waitFor();
    await pinned.getByRole("link", { name: "kitchen" }).hover();
    await pinned.getByRole("button", { name: "Actions on kitchen" }).click();
    await olive.getByRole("menuitem", { name: "Mute channel" }).click();
    await pinned.locator(".side-link.muted").waitFor();
  });

  test("folders that an administrator makes, fills, orders and renames change in other people's sidebars at once", async () => {
    const { owner, benId, openAs } = windows;
    const makeFolder = async (name: string): Promise<number> => {
      const made = await owner.callEndpoint("/channel_folders/create", "POST", { name, description: "" });
      return (made as unknown as { readonly channel_folder_id: number }).channel_folder_id;
    };
    const ben = await openAs(benEmail);
    const side = ben.getByRole("navigation", { name: "Channels and views" });
    const [work, fun] = [await makeFolder("Work"), await makeFolder("Fun")];
    for (const [name, folder_id] of [
      ["tickets", work],
      ["games", fun],
    ] as const) {
      const principals = JSON.stringify([benId, 1]);
      await owner.callEndpoint("/users/me/subscriptions", "POST", {
        subscriptions: JSON.stringify([{ name }]),
        principals,
      });
      const { stream_id } = (await owner.callEndpoint("/get_stream_id", "GET", {
        stream: name,
      })) as unknown as {
        readonly stream_id: number;
      };
      await owner.callEndpoint(`/streams/${stream_id}`, "PATCH", { folder_id });
    }
    await side.getByRole("region", { name: "Work" }).getByRole("link", { name: "tickets" }).waitFor();
    await side.getByRole("region", { name: "Fun" }).getByRole("link", { name: "games" }).waitFor();
    const order = `[...document.querySelectorAll("#side h2")].map((one) => one.innerText).filter((one) => /Work|Fun|Play/.test(one)).join()`;
    await until(ben, `${order} === "Work,Fun"`);
    const { channel_folders } = (await owner.callEndpoint("/channel_folders", "GET", {})) as unknown as {
      readonly channel_folders: readonly { readonly id: number }[];
    };
    const others = channel_folders.map(({ id }) => id).filter((id) => id !== work && id !== fun);
    await owner.callEndpoint("/channel_folders", "PATCH", { order: JSON.stringify([fun, work, ...others]) });
    await until(ben, `${order} === "Fun,Work"`);
    await owner.callEndpoint(`/channel_folders/${fun}`, "PATCH", { name: "Play" });
    await until(ben, `${order} === "Play,Work"`);
  });

  test("a channel's description is shown as rendered, and follows a change", async () => {
    const olive = await openAs(ownerEmail);
    const { stream_id: kitchen } = (await windows.owner.callEndpoint("/get_stream_id", "GET", {
      stream: "kitchen",
    })) as { stream_id: number };
    const describeIt = (description: string) =>
      windows.owner.callEndpoint(`/streams/${kitchen}`, "PATCH", { description });
    await olive.goto(`${windows.url}/#channels`);
    await describeIt("What we **cook**");
    const row = olive.getByRole("listitem").filter({ hasText: "kitchen" });
    await row.getByText("cook", { exact: true }).and(row.locator("strong")).waitFor();
    await olive.goto(`${windows.url}/#narrow/channel/${kitchen}-kitchen`);
    const header = olive.getByRole("main").locator("header");
    await header.locator("strong", { hasText: "cook" }).waitFor();
    await describeIt("What we *eat*");
    await header.locator("em", { hasText: "eat" }).waitFor();
    await expect(header.getByText("cook").count()).resolves.toBe(0);
  });

  test("any user can change a channel's color for themselves", async () => {
    const olive = await openAs(ownerEmail);
    await olive.goto(`${windows.url}/#channels`);
    await olive.getByRole("link", { name: "kitchen: settings" }).click();
    await olive.getByRole("link", { name: "Personal" }).click();
    await olive.getByLabel("Color").fill("#123456");
    const colors = async () => {
      const { subscriptions } = (await windows.owner.callEndpoint("/users/me/subscriptions", "GET", {})) as {
        subscriptions: readonly { name: string; color: string }[];
      };
      return subscriptions.find(({ name }) => name === "kitchen")?.color;
    };
    for (let turn = 0; turn < 50 && (await colors()) !== "#123456"; turn += 1)
      await olive.waitForTimeout(100);
    expect(await colors()).toBe("#123456");
  });

  test("a user invites people by link and sees which email addresses are invalid", async () => {
    const olive = await openAs(ownerEmail);
    await olive.getByRole("button", { name: "You", exact: true }).click();
    await olive.getByRole("menuitem", { name: "Invite people" }).click();
    await olive.getByRole("button", { name: "Create a link" }).click();
    const link = await olive.getByLabel("Invitation link").inputValue();
    expect(link).toMatch(new RegExp(`^${windows.url}/join/`));
    await olive.getByLabel("Email addresses").fill("not an address");
    await olive.getByRole("button", { name: "Send invitations" }).click();
    await olive.getByRole("alert").waitFor();
    await olive.getByLabel("Email addresses").fill("cleo@example.com");
    await olive.getByRole("button", { name: "Send invitations" }).click();
    await olive.getByText("Invitations sent.").waitFor();
  });

  test("others see a user's status on the profile card, which a mention opens", async () => {
    const [olive, ben] = [await openAs(ownerEmail), await openAs(benEmail)];
    await ben.getByRole("button", { name: "You", exact: true }).click();
    await ben.getByRole("menuitem", { name: "Set status" }).click();
    await ben.getByRole("button", { name: "Commuting" }).click();
    await ben.getByRole("button", { name: "Save" }).click();
    await ben.getByRole("dialog").waitFor({ state: "detached" });
    await olive.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general/topic/cards`);
    await write(olive, "Ask @**Ben Bell**");
    await message(olive, "Ask @Ben Bell").getByText("@Ben Bell").click();
    const card = olive.getByRole("dialog", { name: "Ben Bell" });
    await card.getByText("Commuting").waitFor();
    await card.getByText("Active").waitFor();
    await card.getByText("Member").waitFor();
  });

  test("a theme applies to all devices and from the first frame of the next start", async () => {
    const ben = await openAs(benEmail);
    await ben.getByRole("button", { name: "You", exact: true }).click();
    await ben.getByRole("menuitemcheckbox", { name: "Dark theme" }).click();
    const isDark = "getComputedStyle(document.body).backgroundColor === 'rgb(23, 27, 33)'";
    await until(ben, isDark);
    // The server says nothing from now on.
    await ben.route("**/json/register", () => undefined);
    await ben.reload();
    await until(ben, isDark);
    await ben.unrouteAll({ behavior: "ignoreErrors" });
    await windows.ben.callEndpoint("/settings", "PATCH", { color_scheme: 1 });
  });

  test("logging out leaves nothing of the user in the browser", async () => {
    const olive = await openAs(ownerEmail);
    await olive.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general/topic/cards`);
    await olive.getByRole("textbox", { name: "Message cards" }).fill("Half a thought");
    await olive.getByRole("button", { name: "You", exact: true }).click();
    await olive.getByRole("menuitem", { name: "Log out" }).click();
    await olive.getByLabel("Password").waitFor();
    expect(await olive.evaluate("JSON.stringify(localStorage)")).toBe("{}");
    await until(olive, "indexedDB.databases().then((all) => all.length === 0)");
    await olive.goto(`${windows.url}/`);
    await olive.getByLabel("Password").waitFor();
  });

  test.each(allWindows)("channels and cards are accessible: %s", async (name, options) => {
    const olive = await openAs(ownerEmail, options);
    await olive.goto(`${windows.url}/#channels`);
    await olive.getByRole("link", { name: "general: settings" }).waitFor();
    await check(olive, `all-channels-${name}`);
    await olive.getByRole("button", { name: "New channel" }).click();
    await olive.getByLabel("Name").waitFor();
    await check(olive, `new-channel-${name}`);
    await olive.keyboard.press("Escape");
    // On phones, the dialog's entry in the history goes with it.
    await until(olive, "(history.state?.layers ?? 0) === 0");
    for (const section of ["profile", "preferences", "notifications"]) {
      await olive.goto(`${windows.url}/#settings/${section}`);
      await olive.locator(".settings").waitFor();
      await check(olive, `settings-${section}-${name}`);
    }
    const menu = olive.getByRole("button", { name: "Channels", exact: true });
    if ((await menu.count()) > 0 && (await menu.first().isVisible())) await menu.first().click();
    await olive.getByRole("button", { name: "You", exact: true }).click();
    await olive.getByRole("menuitem", { name: "Log out" }).waitFor();
    await check(olive, `you-${name}`);
    await olive.getByRole("menuitem", { name: "Invite people" }).click();
    await olive.getByLabel("Email addresses").waitFor();
    await check(olive, `invite-${name}`);
  });
});
