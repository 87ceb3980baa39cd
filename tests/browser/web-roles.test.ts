import type { Page } from "playwright-core";
import { settings as channelSettings } from "../../web/src/views/settings/catalogue/channel";
import { settings as organizationSettings } from "../../web/src/views/settings/catalogue/organization";
import { channelChange, privacyOf } from "../../web/src/views/settings/channel/channel-scope";
import { groupsIn, organizationScope, type Value, wireValue } from "../../web/src/views/settings/parts/scope";
import { sections } from "../../web/src/views/settings/sections";
import { describeInBrowser } from "../support/browser/web-windows";
import { onTheWire } from "../support/clients/on-the-wire";
import { onServer } from "../support/clients/zulip-client";
import { ownerPassword } from "../support/program/child-server";

jest.setTimeout(240_000);

type Client = Awaited<ReturnType<typeof onServer>>;

const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;
type Role = keyof typeof roles;

let made = 0;
const fresh = (): string => {
  made += 1;
  return `made${made}`;
};

/** What the server answers for a screen that not everyone has. */
const probes: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  "organization invitations": (client) =>
    client.callEndpoint("/invites", "POST", {
      invitee_emails: `${fresh()}@example.org`,
      stream_ids: "[]",
    }),
  "organization defaults": (client) =>
    client.callEndpoint("/realm/user_settings_defaults", "PATCH", { enter_sends: "true" }),
  "organization audit-log": (client) => client.callEndpoint("/realm/audit_log", "GET", { limit: "1" }),
};

/** What the server answers to adding something on a screen that everyone has. */
const adding: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  "settings bots": (client) =>
    client.callEndpoint("/bots", "POST", { full_name: fresh(), short_name: fresh(), bot_type: "1" }),
  "organization people": (client) =>
    client.callEndpoint("/users", "POST", {
      email: `${fresh()}@example.org`,
      full_name: fresh(),
      password: ownerPassword,
    }),
  "organization folders": (client) =>
    client.callEndpoint("/channel_folders/create", "POST", { name: fresh(), description: "" }),
  "organization linkifiers": (client) =>
    client.callEndpoint("/realm/filters", "POST", {
      pattern: `${fresh()}-(?P<id>[0-9]+)`,
      url_template: "https://example.com/{id}",
    }),
  "organization playgrounds": (client) =>
    client.callEndpoint("/realm/playgrounds", "POST", {
      name: fresh(),
      pygments_language: "Python",
      url_template: "https://example.com/{code}",
    }),
  "organization profile-fields": (client) =>
    client.callEndpoint("/realm/profile_fields", "POST", { name: fresh(), field_type: "1" }),
  "organization groups": (client) =>
    client.callEndpoint("/user_groups/create", "POST", { name: fresh(), description: "", members: "[]" }),
};

const accepts = async (answer: Promise<unknown>): Promise<boolean> =>
  ((await answer) as { result: string }).result === "success";

describeInBrowser("roles in the web client", (windows) => {
  const clients = {} as Record<Role, Client>;
  let realm: Readonly<Record<string, Value>>;
  const emailOf = (role: Role) => `${role}@example.com`;
  const at = async (page: Page, hash: string) => {
    await page.goto(`${windows.url}/${hash}`);
    const [area, id] = hash.slice(1).split("/");
    const section = sections.find((one) => one.area === area && one.id === id);
    await page.locator(section ? `.settings[aria-label="${section.title}"]` : ".settings").waitFor();
  };
  /** Settings on a page, and whether each can be changed there. */
  const shownOn = async (page: Page): Promise<readonly (readonly [string, boolean])[]> =>
    (await page.evaluate(
      `[...document.querySelectorAll("[data-setting]")].map((one) => [
        one.dataset.setting,
        one.querySelector(":is(input, select, textarea):not(:disabled)") !== null,
      ])`,
    )) as readonly (readonly [string, boolean])[];

  beforeAll(async () => {
    clients.owner = windows.owner;
    for (const role of Object.keys(roles).slice(1) as Role[]) {
      const { user_id } = (await windows.owner.callEndpoint("/users", "POST", {
        email: emailOf(role),
        full_name: `A ${role}`,
        password: ownerPassword,
      })) as { user_id: number };
      await windows.owner.callEndpoint(`/users/${user_id}`, "PATCH", { role: String(roles[role]) });
      clients[role] = await onServer(windows.url, emailOf(role), ownerPassword);
    }
    realm = (await windows.owner.callEndpoint("/register", "POST", {
      fetch_event_types: JSON.stringify(["realm"]),
    })) as Readonly<Record<string, Value>>;
  });

  test.each(Object.keys(roles) as Role[])(
    "%s sees exactly the settings sections that the server permits",
    async (role) => {
      const page = await windows.openAs(emailOf(role));
      await at(page, "#settings");
      const list = page.getByRole("navigation", { name: "Settings", exact: true });
      await list.getByRole("link").first().waitFor();
      const titles = await list.getByRole("link").allTextContents();
      const expected: string[] = [];
      for (const { area, id, title, isFor } of sections) {
        const name = `${area} ${id}`;
        // The section for settings without text exists only while there are any.
        if (id === "more") continue;
        const probe = probes[name];
        expect([name, isFor === undefined]).toEqual([name, probe === undefined]);
        if (probe === undefined || (await accepts(probe(clients[role])))) expected.push(title);
        else {
          await at(page, `#${area}/${id}`);
          await page.getByText("You don’t have access to this page.").waitFor();
        }
      }
      expect(titles).toEqual(expected);
    },
  );

  test.each(Object.keys(roles) as Role[])(
    "%s can change exactly the organization settings that the server permits",
    async (role) => {
      const page = await windows.openAs(emailOf(role));
      const shown = new Map<string, boolean>();
      for (const id of Object.keys(organizationScope.words)) {
        await at(page, `#organization/${id}`);
        for (const [name, isOpen] of await shownOn(page)) shown.set(name, isOpen);
      }
      const placed = Object.keys(organizationScope.words).flatMap((id) =>
        groupsIn(organizationScope, id).flatMap(({ settings }) => settings.map(({ setting }) => setting)),
      );
      expect(placed.length).toBeGreaterThan(60);
      const differences: unknown[] = [];
      for (const setting of placed) {
        const value = realm[`realm_${setting.name}`] as Value;
        const change = onTheWire({ [setting.name]: wireValue(setting, value, value) });
        const mayChange = await accepts(clients[role].callEndpoint("/realm", "PATCH", change));
        if (shown.get(setting.name) !== mayChange)
          differences.push([setting.name, { shown: shown.get(setting.name), server: mayChange }]);
      }
      expect(differences).toEqual([]);
      expect(organizationSettings.length).toBeGreaterThanOrEqual(placed.length);
    },
  );

  test.each(Object.keys(roles) as Role[])(
    "%s can change exactly the channel settings that the server permits",
    async (role) => {
      const page = await windows.openAs(emailOf(role));
      const shown = new Map<string, boolean>();
      for (const part of ["general", "permissions"]) {
        await at(page, `#channels/${windows.generalId}/general/${part}`);
        await page.locator("[data-setting]").first().waitFor();
        for (const [name, isOpen] of await shownOn(page)) shown.set(name, isOpen);
      }
      expect([...shown.keys()].sort()).toEqual(channelSettings.map(({ name }) => name).sort());
      const { stream } = (await windows.owner.callEndpoint(`/streams/${windows.generalId}`, "GET", {})) as {
        stream: Parameters<typeof privacyOf>[0] & Readonly<Record<string, Value>>;
      };
      const differences: unknown[] = [];
      for (const setting of channelSettings) {
        const value =
          setting.name === "privacy"
            ? privacyOf(stream)
            : setting.name === "is_default_stream"
              ? true
              : ((stream as Readonly<Record<string, Value>>)[setting.name] ?? null);
        const change = onTheWire(channelChange(setting, value, value));
        const answer = clients[role].callEndpoint(`/streams/${windows.generalId}`, "PATCH", change);
        const refusal = (await answer) as { msg: string };
        const mayChange = (await accepts(answer)) || refusal.msg === "Channel already has that name.";
        if (shown.get(setting.name) !== mayChange)
          differences.push([setting.name, { shown: shown.get(setting.name), refusal }]);
      }
      expect(differences).toEqual([]);
    },
  );

  test.each(Object.keys(roles) as Role[])(
    "%s can add objects and change accounts exactly as the server permits",
    async (role) => {
      const page = await windows.openAs(emailOf(role));
      for (const [name, add] of Object.entries(adding)) {
        await at(page, `#${name.replace(" ", "/")}`);
        const forms = await page.locator(".settings form:not(:has([data-id])) button[type=submit]").count();
        expect([name, forms > 0]).toEqual([name, await accepts(add(clients[role]))]);
      }
      await at(page, `#organization/people/${windows.benId}`);
      const select = page.getByLabel("Role of Ben Bell");
      const mayChange = await accepts(
        clients[role].callEndpoint(`/users/${windows.benId}`, "PATCH", { role: "400" }),
      );
      expect(await select.isEnabled()).toBe(mayChange);
      expect(await page.getByRole("button", { name: "Deactivate" }).isEnabled()).toBe(mayChange);
      await page.goto(`${windows.url}/#channels`);
      await page.getByRole("heading", { name: "All channels" }).waitFor();
      const mayMake = await accepts(
        clients[role].callEndpoint("/channels/create", "POST", { name: fresh(), subscribers: "[]" }),
      );
      expect((await page.getByRole("button", { name: "New channel" }).count()) > 0).toBe(mayMake);
    },
  );
});
