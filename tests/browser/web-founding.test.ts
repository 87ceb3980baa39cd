import { type Browser, chromium, type Page } from "playwright-core";
import sharp from "sharp";
import { executablePath, hasChromium } from "../support/browser/chromium";
import { Visitor } from "../support/browser/visitor";
import { check, message, until, write } from "../support/browser/web-windows";
import { build, endAll, environment, newDataDir, Program } from "../support/program/child-server";
import { linkIn, mailServer } from "../support/servers/line-process";

jest.setTimeout(300_000);

const password = "seven blue elephants";
const byMail = Array.from({ length: 44 }, (_, index) => `person${index + 1}@example.com`);
const byLink = Array.from({ length: 5 }, (_, index) => `neighbour${index + 1}@example.com`);

const folder = newDataDir();
const programs: Program[] = [];
let mail: Awaited<ReturnType<typeof mailServer>>;
let browser: Browser;
let url: string;
let first: string;

const aPicture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 128, height: 128, channels: 3, background } })
    .png()
    .toBuffer();

/** Creates an account the way a person in a browser would. */
const join = async (link: string, name: string, visitor = new Visitor()): Promise<void> => {
  const joined = await visitor.send(await visitor.open(link), "full_name", {
    full_name: name,
    password,
  });
  if (joined.url !== `${url}/`) throw new Error(`${name} couldn't join: ${joined.status}\n${joined.text}`);
};

/** People who join by a link enter their address first and confirm it. */
const joinBy = async (link: string, name: string, email: string): Promise<void> => {
  const visitor = new Visitor();
  await visitor.send(await visitor.open(link), "email", { email });
  await join(linkIn(await mail.mailTo(email, "")), name, visitor);
};

// Skipped, and reported as skipped, without Chromium.
(hasChromium ? describe : describe.skip)("founding an organization of 50 in the browser", () => {
  let olive: Page;
  const bugs: string[] = [];
  const at = async (hash: string) => {
    await olive.goto(`${url}/#${hash}`);
    await until(olive, `location.hash === '#${hash}'`);
  };
  const row = (text: string) => olive.locator(".setting").filter({ hasText: text });
  const found = async (query: string, option: string | RegExp) => {
    await olive.keyboard.press("Control+k");
    await olive.getByRole("combobox", { name: "Go anywhere" }).fill(query);
    await olive.getByRole("option", { name: option }).first().waitFor();
    await olive.keyboard.press("Enter");
  };

  beforeAll(async () => {
    build();
    mail = await mailServer();
    const program = Program.run(
      "main",
      environment(folder.path, { PARLEY_SMTP_URL: mail.url, PARLEY_CALLS_PER_MINUTE: "0" }),
    );
    programs.push(program);
    url = await program.url();
    first = /http:\S+\/new\/\S+/.exec(program.printed)?.[0] ?? "";
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    olive = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
    olive.setDefaultTimeout(10_000);
    olive.on("pageerror", (error) => bugs.push(error.message));
  });
  afterAll(async () => {
    await browser?.close();
    await endAll(programs);
    await mail?.stop();
    folder.remove();
    expect(bugs).toEqual([]);
  });

  test("the founder creates an organization with a name, icon and description by the link that the server prints", async () => {
    await olive.goto(first);
    await olive.getByLabel("Name of the organization").fill("Hill Street Workshop");
    await olive.getByLabel("Your name").fill("Olive Owner");
    await olive.getByLabel("Your email").fill("olive@example.com");
    await olive.getByLabel("Password").fill(password);
    await olive.getByRole("button").click();
    await olive.getByRole("heading", { name: "Inbox" }).waitFor();
    await found("name and icon", /^Name and icon/);
    await olive.getByLabel("Description").fill("We repair **bicycles** and radios.");
    await row("Description").getByRole("button", { name: "Save" }).click();
    await olive.getByText("Saved: Description").waitFor();
    await olive.getByLabel("Organization type").selectOption({ label: "Community" });
    await olive.getByText("Saved: Organization type").waitFor();
    const icon = { name: "icon.png", mimeType: "image/png", buffer: await aPicture("#1f5fa8") };
    await olive.getByLabel("Change picture").first().setInputFiles(icon);
    await olive.getByRole("button", { name: "Remove picture" }).first().waitFor();
    await check(olive, "founding-name");
  });

  test("the founder puts channels into folders and makes some of them defaults", async () => {
    await at("organization/folders");
    for (const name of ["Company", "Workshop"]) {
      await olive.getByLabel("New folder").fill(name);
      await olive.keyboard.press("Enter");
      await olive.getByRole("button", { name: `Edit ${name}` }).waitFor();
    }
    for (const [name, folderName, about] of [
      ["announcements", "Company", "What everybody should know"],
      ["bicycles", "Workshop", "Wheels, chains and brakes"],
      ["radios", "Workshop", "Valves and solder"],
    ] as const) {
      await at("channels");
      await olive.getByRole("button", { name: "New channel" }).click();
      const dialog = olive.getByRole("dialog");
      await dialog.getByLabel("Name", { exact: true }).fill(name);
      await dialog.getByLabel("Description").fill(about);
      await dialog.getByLabel("Folder").selectOption({ label: folderName });
      await dialog.getByRole("button", { name: "Create" }).click();
      await dialog.waitFor({ state: "detached" });
      await until(olive, "location.hash.startsWith('#narrow/channel/')");
    }
    await at("organization/folders");
    await olive.getByText("2 channels").waitFor();
    await olive.getByRole("button", { name: "Move Workshop", exact: true }).press("ArrowUp");
    await olive.getByText("Saved: Order").waitFor();
    await check(olive, "founding-folders");
    await at("organization/default-channels");
    await olive.getByLabel("Channel", { exact: true }).selectOption({ label: "#announcements" });
    await olive.getByRole("button", { name: "Add", exact: true }).click();
    await olive.getByRole("button", { name: "Remove #announcements" }).waitFor();
    await check(olive, "founding-default-channels");
  });

  test("the founder creates a group, and 44 people join it by email and 5 by a link", async () => {
    await at("organization/groups");
    await olive.getByText("New group").click();
    await olive.getByLabel("Name", { exact: true }).fill("mechanics");
    await olive.getByLabel("Description").fill("Who repairs");
    await olive.getByRole("button", { name: "Create group" }).click();
    await until(olive, "location.hash.endsWith('/members')");
    await at("organization/invitations");
    await olive.getByRole("button", { name: "Invite people" }).click();
    const dialog = olive.getByRole("dialog");
    await dialog.getByLabel(/^Email addresses/).fill(byMail.join("\n"));
    await dialog.getByRole("checkbox", { name: "bicycles" }).check();
    await dialog.getByRole("checkbox", { name: "mechanics" }).check();
    await dialog.getByText("Welcome message and notices").click();
    await dialog.getByLabel(/^Custom welcome message/).fill("Tea is at four.");
    await check(olive, "founding-invite");
    await dialog.getByRole("button", { name: "Send invitations" }).click();
    await dialog.waitFor({ state: "detached" });
    await until(olive, "document.querySelectorAll('.settings .inbox-list > li').length === 44");
    await olive.getByRole("button", { name: "Invite people" }).click();
    await dialog.getByRole("button", { name: "Create a link" }).click();
    const link = await dialog.getByLabel("Invitation link").inputValue();
    await olive.keyboard.press("Escape");
    await until(olive, "document.querySelectorAll('.settings .inbox-list > li').length === 45");
    await check(olive, "founding-invitations");
    for (const [index, email] of byMail.entries())
      await join(linkIn(await mail.mailTo(email, "invited you")), `Person ${index + 1}`);
    for (const [index, email] of byLink.entries()) await joinBy(link, `Neighbour ${index + 1}`, email);
    await until(olive, "document.querySelectorAll('.settings .inbox-list > li').length === 1");
    await at("organization/people");
    await olive.getByText("50 people").waitFor();
    await at("organization/groups");
    await olive.getByText("45 people").waitFor();
  });

  test("the founder assigns roles and permissions and sees who has them", async () => {
    await at("organization/people");
    for (const [name, role] of [
      ["Person 1", "Administrator"],
      ["Person 2", "Moderator"],
      ["Neighbour 5", "Guest"],
    ] as const) {
      await olive.getByRole("searchbox", { name: "Find a person" }).fill(name);
      await olive.getByLabel(`Role of ${name}`, { exact: true }).selectOption({ label: role });
      await olive.getByText(`${name}: ${role.toLowerCase()}`).waitFor();
    }
    await olive.getByRole("searchbox", { name: "Find a person" }).fill("");
    await check(olive, "founding-people");
    await at("organization/permissions");
    await row("Create public channels").getByRole("combobox").selectOption({ label: "Moderators" });
    await row("Create public channels").getByText("This includes 3 people").waitFor();
    await row("Add emoji").getByRole("combobox").selectOption({ label: "People and groups…" });
    await row("Add emoji").getByRole("checkbox", { name: "Everyone except guests" }).click();
    await row("Add emoji").getByRole("checkbox", { name: "mechanics" }).click();
    await row("Add emoji").getByText("This includes 45 people").waitFor();
    await row("Add emoji").getByRole("button", { name: "Save" }).click();
    await olive.getByText("Saved: Add emoji").waitFor();
    await row("Create public channels")
      .getByText(/Changed by Olive Owner/)
      .waitFor();
    await check(olive, "founding-permissions");
  });

  test("the founder adds a linkifier with a live preview, an emoji and login methods", async () => {
    await at("organization/linkifiers");
    const form = olive.locator(".settings > form");
    await form.getByLabel("Pattern").fill("R-(?P<number>[0-9]+)");
    await form.getByLabel("URL template").fill("https://repairs.example.com/{number}");
    await form.getByLabel("Try it on some text").fill("R-17 is done.");
    await form.getByText("“R-17” becomes a link to https://repairs.example.com/17").waitFor();
    await check(olive, "founding-linkifiers");
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await olive.getByRole("button", { name: /^Edit R-/ }).waitFor();
    await at("organization/emoji");
    await olive.getByLabel(/^Name/).fill("workshop");
    await olive
      .getByLabel("Picture")
      .setInputFiles({ name: "workshop.png", mimeType: "image/png", buffer: await aPicture("#a34a12") });
    await olive.getByRole("button", { name: "Add", exact: true }).click();
    await olive.getByText(":workshop:").waitFor();
    await at("organization/access");
    await olive.getByRole("checkbox", { name: "Email address and password" }).waitFor();
    const shortest = row("Minimum password length");
    await shortest.getByRole("spinbutton").fill("10");
    await olive.keyboard.press("Enter");
    await olive.getByText("Saved: Minimum password length").waitFor();
    await check(olive, "founding-access");
    await olive.goto(`${url}/#channels`);
    await olive.getByRole("main").getByRole("link", { name: "bicycles", exact: true }).click();
    await until(olive, "location.hash.startsWith('#narrow/channel/')");
    await olive.goto(`${olive.url()}/topic/repairs`);
    await write(olive, "R-17 is done :workshop:");
    const sent = message(olive, "is done");
    await sent.getByRole("link", { name: "R-17" }).waitFor();
    await sent.getByRole("img", { name: /workshop/ }).waitFor();
  });
});
