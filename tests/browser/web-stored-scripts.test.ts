import type { Page } from "playwright-core";
import { allPages } from "../../src/adapters/pages/all-pages";
import { sections } from "../../web/src/views/settings/sections";
import { mark, type Stored, storeHostileTexts } from "../support/browser/stored-texts";
import { choose, describeInBrowser, message } from "../support/browser/web-windows";

jest.setTimeout(600_000);

const ownerEmail = "owner@example.com";

/** Everything that a page shows: text, and what stands in fields and attributes. */
const everything = `[
  document.title,
  document.body.textContent,
  ...[...document.querySelectorAll("*")].flatMap((one) => [
    one.value ?? "",
    ...[...one.attributes].map(({ value }) => value),
  ]),
].join("\\n")`;

/** What sections of settings show once they have fetched it. */
const fetched: Readonly<Record<string, readonly string[]>> = {
  files: ["file"],
  snippets: ["snippet", "snippetc"],
  "audit-log": ["channel"],
};

/** What a text that became markup would leave. */
const traces = `[...document.querySelectorAll("*")].flatMap((one) => {
  const names = one.getAttributeNames();
  const isLed = names.some((name) => /^\\s*javascript:/i.test(one.getAttribute(name)) && /^(href|src|action)$/.test(name));
  return isLed || names.some((name) => name === "${mark}" || name.startsWith("on")) ? [one.outerHTML.slice(0, 300)] : [];
})`;

describeInBrowser(
  "texts that contain markup",
  (windows) => {
    const { openAs } = windows;
    /** Dialogs that a script opened, and violations of the pages' policies. */
    const problems: string[] = [];
    const seen = new Set<string>();
    let stored: Stored;

    beforeAll(async () => {
      stored = await storeHostileTexts(windows);
    });

    const watch = (page: Page): Page =>
      page
        .on("dialog", (dialog) => {
          problems.push(dialog.message());
          void dialog.dismiss();
        })
        .on("pageerror", ({ message: text }) => problems.push(text))
        .on("console", (entry) => {
          if (/Content Security Policy|Trusted/i.test(entry.text())) problems.push(entry.text());
        });

    /** Waits for the texts with these labels, and checks that nothing on the page comes from inside a text. */
    const shows = async (page: Page, where: string, ...labels: readonly string[]): Promise<void> => {
      const end = Date.now() + 20_000;
      const missing = async (): Promise<readonly string[]> => {
        const text = String(await page.evaluate(everything));
        for (const label of stored.labels) if (text.includes(`${label}'`)) seen.add(label);
        return labels.filter((label) => !text.includes(`${label}'`));
      };
      while ((await missing()).length > 0 && Date.now() < end) await page.waitForTimeout(100);
      expect([where, await missing()]).toEqual([where, []]);
      expect([where, await page.evaluate(traces), problems]).toEqual([where, [], []]);
    };

    test("are shown as text by every view of the client, and run nothing", async () => {
      const olive = watch(await openAs(ownerEmail));
      const { channelId, groupId, personId } = stored;
      const channel = `#narrow/channel/${channelId}-x`;
      const views: readonly (readonly [hash: string, ...labels: string[]])[] = [
        ["#inbox", "channel", "topic"],
        ["#recent", "channel", "topic"],
        ["#feed", "todo", "direct"],
        [channel, "channel", "channeld", "topic", "edited", "spoiler", "code", "poll", "pollo"],
        [`${channel}/topic/vectors`],
        [`#narrow/dm/${personId}`, "direct", "person"],
        [`#narrow/search/${mark}`, "edited"],
        ["#drafts", "draft", "draftt"],
        ["#scheduled", "later", "latert"],
        ["#reminders", "reminder"],
        ["#channels", "channel", "channeld", "folder"],
        [`#channels/${channelId}/x/general`, "channel", "channeld"],
        [`#channels/${channelId}/x/permissions`],
        [`#channels/${channelId}/x/subscribers`, "person"],
        [`#channels/${channelId}/x/personal`],
        [`#groups/${groupId}`, "group", "groupd", "person"],
        [`#organization/people/${personId}`, "person", "shortv", "longv"],
        [`#user/${personId}`, "person"],
      ];
      for (const [hash, ...labels] of views) {
        await olive.goto(`${windows.url}/${hash}`);
        await olive.getByRole("main").waitFor();
        await shows(olive, hash, ...labels);
      }
      await olive.goto(`${windows.url}/${channel}/topic/vectors`);
      await message(olive, "x").first().waitFor();
      await shows(olive, "vectors");
      await olive.goto(`${windows.url}/${channel}`);
      await choose(olive, "edited'", "Edit history");
      await shows(olive, "edit history", "message");
      await olive.keyboard.press("Escape");
      await olive.goto(`${windows.url}/#narrow/dm/${personId}`);
      for (const [typed, label] of [
        ["@person", "person"],
        ["@group", "group"],
        ["#channel", "channel"],
      ] as const) {
        await olive.getByRole("textbox", { name: /^Message / }).fill("");
        await olive.getByRole("textbox", { name: /^Message / }).pressSequentially(typed);
        await olive
          .getByRole("option")
          .filter({ hasText: `${label}'` })
          .first()
          .waitFor();
        await shows(olive, `typing ${typed}`);
      }
      await olive.getByRole("textbox", { name: /^Message / }).fill("");
      await olive.keyboard.press("Control+k");
      await olive.keyboard.type("channel");
      await olive.getByRole("option").filter({ hasText: "channel'" }).first().waitFor();
      await shows(olive, "Ctrl+K");
      for (const { area, id, title } of sections) {
        await olive.goto(`${windows.url}/#${area}/${id}`);
        await olive.getByRole("heading", { name: title }).first().waitFor();
        await shows(olive, `${area}/${id}`, ...(fetched[id] ?? []));
      }
      expect(stored.labels.filter((label) => !seen.has(label))).toEqual([]);
    });

    test("are shown as text by every page of the server", async () => {
      const olive = watch(await openAs(ownerEmail));
      const anonymous = watch(await (await windows.browser.newContext()).newPage());
      const paths = allPages.flatMap(({ at, get }) => (get && !/[:*]/.test(at) ? [at] : []));
      const { pathname } = new URL(stored.invitationLink);
      for (const page of [olive, anonymous])
        for (const path of [...paths, pathname, "/development/mail"]) {
          await page.goto(`${windows.url}${path}`);
          await shows(page, path);
        }
      await anonymous.goto(`${windows.url}/login`);
      await shows(anonymous, "/login", "realmn");
      await anonymous.goto(`${windows.url}/development/mail`);
      const links = await anonymous.getByRole("link", { name: /as HTML/ }).all();
      const mails = await Promise.all(links.map((link) => link.getAttribute("href")));
      expect(mails.length).toBeGreaterThan(0);
      for (const mail of mails) {
        await anonymous.goto(`${windows.url}${mail}`);
        await shows(anonymous, String(mail));
      }
    });

    test("are shown as text to spectators", async () => {
      await windows.owner.callEndpoint("/realm", "PATCH", { enable_spectator_access: "true" });
      await windows.owner.callEndpoint(`/streams/${stored.channelId}`, "PATCH", { is_web_public: "true" });
      const spectator = watch(await (await windows.browser.newContext()).newPage());
      await spectator.goto(`${windows.url}/#narrow/channel/${stored.channelId}-x`);
      await shows(spectator, "spectator", "channel", "topic", "edited");
    });
  },
  () => ({ PARLEY_MODE: "development", PARLEY_SMTP_URL: undefined }),
);
