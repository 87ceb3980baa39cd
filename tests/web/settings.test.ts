import { signal } from "@preact/signals-core";
import { createToasts } from "../../web/src/app/toasts";
import type { Store } from "../../web/src/store/store";
import type { Setting } from "../../web/src/views/settings/catalogue/setting";
import { channelScope } from "../../web/src/views/settings/channel/channel-scope";
import { groupScope } from "../../web/src/views/settings/group/group-scope";
import { change, isChangedByOthers } from "../../web/src/views/settings/parts/change";
import { membersOf } from "../../web/src/views/settings/parts/group-members";
import {
  changedFields,
  conflicting,
  type Merge,
  rebased,
} from "../../web/src/views/settings/parts/merged-draft";
import {
  groupsIn,
  isSame,
  organizationScope,
  type Scope,
  unplaced,
  userScope,
  type Value,
  wireValue,
} from "../../web/src/views/settings/parts/scope";
import { zuliprc } from "../../web/src/views/settings/personal/zuliprc";
import { find, searchableItems, sectionAt, sections } from "../../web/src/views/settings/sections";
import type { Group } from "../../web/src/wire/wire";
import { administrationWords } from "../../web/src/words/en-channel-administration";

const labelledIn = (scope: Scope) =>
  Object.keys(scope.words).flatMap((section) => groupsIn(scope, section).flatMap(({ settings }) => settings));

describe.each([
  ["settings", userScope, sections.filter(({ area }) => area === "settings").map(({ id }) => id)],
  ["organization", organizationScope, sections.filter(({ area }) => area !== "settings").map(({ id }) => id)],
  ["a channel", channelScope(1), Object.keys(administrationWords.channelParts)],
  ["a group", groupScope(1), Object.keys(administrationWords.groupParts)],
] as const)("the settings catalogue: %s", (_area, scope, ids) => {
  test("every setting has text and a section, or a reason to be elsewhere", () => {
    expect(unplaced(scope).map(({ setting }) => setting.name)).toEqual([]);
    const placed = labelledIn(scope).map(({ setting }) => setting.name);
    expect(new Set(placed).size).toBe(placed.length);
  });

  test("all text belongs to existing settings and sections", () => {
    const known = scope.settings.map(({ name }) => name);
    const worded = Object.values(scope.words).flatMap((groups) =>
      Object.values(groups).flatMap((named) => Object.keys(named)),
    );
    expect(worded.filter((name) => !known.includes(name))).toEqual([]);
    expect(Object.keys(scope.words).filter((id) => !ids.includes(id))).toEqual([]);
  });

  test("every option has a label, and the default is an option", () => {
    const nameless = labelledIn(scope).flatMap(({ setting, words }) =>
      setting.kind === "choice" || setting.kind === "sentence"
        ? [...(setting.choices ?? []), setting.fallback]
            .filter((one) => words.choices?.[String(one)] === undefined)
            .map((one) => `${setting.name}: ${one}`)
        : [],
    );
    expect(nameless).toEqual([]);
  });
});

test("a new server setting appears under a label derived from its name", () => {
  const added: Setting = { name: "can_fly_group", kind: "group", fallback: "role:members" };
  const scope = { ...organizationScope, settings: [...organizationScope.settings, added] };
  expect(unplaced(scope)).toEqual([{ setting: added, words: { label: "Can fly" } }]);
});

test.each([
  ["settings", "", "profile", ""],
  ["settings", "your-bots", "bots", ""],
  ["settings", "display-settings", "preferences", ""],
  ["settings", "display", "preferences", ""],
  ["settings", "drafts", "snippets", ""],
  ["settings", "account-and-privacy", "account", ""],
  ["settings", "privacy/send_read_receipts", "privacy", "send_read_receipts"],
  ["settings", "no-such-thing", "profile", ""],
  ["organization", "organization-permissions", "permissions", ""],
  ["organization", "users/deactivated", "people", "deactivated"],
  ["organization", "deactivated-users-admin", "people", "deactivated"],
  ["organization", "bots/all-bots", "people", "bots/all-bots"],
  ["organization", "users/invitations", "invitations", "invitations"],
  ["organization", "groups/23/members", "groups", "23/members"],
  ["organization", "linkifier-settings", "linkifiers", ""],
  ["organization", "organization-level-user-defaults", "defaults", ""],
] as const)("a URL opens its section: #%s/%s", (area, path, id, rest) => {
  const found = sectionAt(area, path);
  expect([found.section.area, found.section.id, found.rest]).toEqual([area, id, rest]);
});

test("values are encoded as the server expects", () => {
  const limit: Setting = { name: "message_content_edit_limit_seconds", kind: "limit", fallback: 600 };
  expect([wireValue(limit, null, 600), wireValue(limit, 1200, 600)]).toEqual(["unlimited", 1200]);
  const text: Setting = { name: "jitsi_server_url", kind: "text", fallback: null };
  expect(wireValue(text, "", "https://meet.example.com")).toBe("default");
  const group: Setting = { name: "can_create_groups", kind: "group", fallback: "role:members" };
  expect(wireValue(group, 4, 3)).toEqual({ new: 4, old: 3 });
});

const anonymous = (members: readonly number[], groups: readonly number[]) => ({
  direct_members: members,
  direct_subgroups: groups,
});

test("anonymous groups are equal in any order", () => {
  expect(isSame(anonymous([1, 2], [3]), anonymous([2, 1], [3]))).toBe(true);
  expect(isSame(anonymous([1], [3]), anonymous([1], []))).toBe(false);
  expect([isSame(3, 3), isSame(3, anonymous([], [3])), isSame(null, null)]).toEqual([true, false, true]);
});

test("a permission includes members of nested groups, and cycles end", () => {
  const group = (id: number, members: readonly number[], inner: readonly number[], deactivated = false) =>
    [id, { id, members, direct_subgroup_ids: inner, deactivated } as Group] as const;
  const groups = new Map([group(1, [10], [2]), group(2, [20], [1, 3]), group(3, [30], [], true)]);
  expect([...membersOf(groups, 1)].sort()).toEqual([10, 20]);
  expect([...membersOf(groups, anonymous([40], [2]))].sort()).toEqual([10, 20, 40]);
});

test("the .zuliprc file has the email address, the key and the site", () => {
  expect(zuliprc("echo-bot@chat.example.com", "k3y", "https://chat.example.com")).toBe(
    "[api]\nemail=echo-bot@chat.example.com\nkey=k3y\nsite=https://chat.example.com\n",
  );
});

describe("changing a setting", () => {
  const labelled = {
    setting: { name: "count", kind: "number", fallback: 0 },
    words: { label: "Count" },
  } as const;

  /** A server with one setting, and another user who changes it. */
  const aServer = (start: Value) => {
    const held = signal<Value>(start);
    const state = { refuses: false };
    const scope: Scope = {
      ...userScope,
      value: () => held.value,
      send: async (_setting, value) => {
        if (state.refuses) throw new Error("No.");
        held.value = value;
      },
    };
    const app = {
      store: {} as Store,
      ...createToasts(),
      connection: signal<"online" | "lost">("online"),
    };
    return { held, state, scope, app };
  };
  const settled = () => new Promise((resolve) => setTimeout(resolve));

  test("shows a confirmation with an undo", async () => {
    const { held, scope, app } = aServer(1);
    expect(await change(app, scope, { labelled, value: 2, previous: 1 })).toBeUndefined();
    expect([held.value, app.toasts.value.at(-1)?.text, isChangedByOthers(scope, "count", 2)]).toEqual([
      2,
      "Saved: Count",
      false,
    ]);
    app.toasts.value.at(-1)?.act?.run();
    await settled();
    expect([held.value, app.toasts.value.at(-1)?.text]).toEqual([1, "Restored: Count"]);
  });

  test("refuses to overwrite what somebody else changed, and to undo over it", async () => {
    const { held, scope, app } = aServer(1);
    held.value = 7;
    expect(await change(app, scope, { labelled, value: 2, previous: 1 })).toContain(
      "Someone else changed this while you were editing",
    );
    expect(held.value).toBe(7);
    await change(app, scope, { labelled, value: 2, previous: 7 });
    const undo = app.toasts.value.at(-1)?.act;
    held.value = 9;
    expect(isChangedByOthers(scope, "count", 9)).toBe(true);
    undo?.run();
    await settled();
    expect([held.value, app.toasts.value.at(-1)?.text]).toEqual([
      9,
      "Someone else has changed Count since, so it wasn’t undone.",
    ]);
  });

  test("returns the error if the server refuses or can't be reached", async () => {
    const { held, state, scope, app } = aServer(1);
    state.refuses = true;
    expect(await change(app, scope, { labelled, value: 2, previous: 1 })).toBe("No. Not saved.");
    app.connection.value = "lost";
    expect(await change(app, scope, { labelled, value: 2, previous: 1 })).toContain("Not saved.");
    expect([held.value, app.toasts.value.at(-1)]).toEqual([1, undefined]);
  });
});

test("settings are found by label, by section and by API name", () => {
  const realm = { realm_can_invite_users_group: 1 };
  const store = {
    ownId: 5,
    groups: signal(new Map()),
    realm: signal(realm),
    settings: signal({}),
    people: signal({ users: new Map([[5, { role: 100 }]]) }),
    channels: signal({ known: new Map([[9, { stream_id: 9, name: "design" }]]) }),
  } as unknown as Store;
  const labels = (query: string) => find(store, query).map(({ label }) => label);
  expect(labels("24-hour")[0]).toBe("24-hour clock");
  expect(labels("receipts")).toContain("Send read receipts");
  expect(labels("zuliprc")).toContain("Bots");
  expect(labels("exports")).toContain("Storage and data");
  expect(labels("pronouns")).toContain("Profile fields");
  expect(labels("who changed")).toContain("Audit log");
  const parts = Object.values(administrationWords.channelParts);
  expect(labels("#design")).toEqual(parts.map((part) => `#design: ${part}`));
  expect(labels("who can post")).toEqual(["#design: Permissions"]);
  expect(labels("xyzzy")).toEqual([]);
  // Everything with a form can be found.
  const found = new Set(searchableItems(store).map(({ key }) => key));
  const formed = [
    ...keysOf("settings", userScope),
    ...keysOf("organization", organizationScope),
    ...sections.filter(({ isFor }) => isFor === undefined).map(({ area, id }) => `${area} ${id}`),
  ];
  expect(formed.filter((key) => !found.has(key))).toEqual([]);
});

const keysOf = (area: string, scope: Scope): readonly string[] =>
  Object.keys(scope.words).flatMap((section) =>
    groupsIn(scope, section).flatMap((group) =>
      group.settings.map(({ setting }) => `${area} ${section}/${setting.name}`),
    ),
  );

describe("a form whose data others change", () => {
  const start = { name: "Team", hint: "", kinds: ["a"] };
  const begun: Merge<typeof start> = { base: start, draft: { ...start, hint: "Which one" } };

  test("untouched fields follow, edited ones stay, and only those are sent", () => {
    const now = { ...start, name: "Squad" };
    const merge = rebased(begun, now);
    expect(merge.draft).toEqual({ name: "Squad", hint: "Which one", kinds: ["a"] });
    expect(conflicting(merge, now)).toEqual([]);
    expect(changedFields(merge)).toEqual({ hint: "Which one" });
  });

  test("fields that both changed conflict, unless both made the same change", () => {
    const other = { ...start, hint: "Theirs" };
    expect(conflicting(rebased(begun, other), other)).toEqual(["hint"]);
    expect(rebased(begun, other).draft.hint).toBe("Which one");
    const same = { ...start, hint: "Which one" };
    expect(conflicting(rebased(begun, same), same)).toEqual([]);
    expect(changedFields(rebased(begun, same))).toEqual({});
  });

  test("lists are compared by their elements", () => {
    const merge = { base: start, draft: { ...start, kinds: ["a", "b"] } };
    const now = { ...start, kinds: ["a"] };
    expect(conflicting(rebased(merge, now), now)).toEqual([]);
    expect(changedFields(merge)).toEqual({ kinds: ["a", "b"] });
  });
});
