import { signal } from "@preact/signals-core";
import type { Group } from "../../web/src/api/wire";
import type { Store } from "../../web/src/store/store";
import type { Toast } from "../../web/src/views/dialog";
import { change, isForeign } from "../../web/src/views/settings/change";
import { channelScope } from "../../web/src/views/settings/channel/channel-scope";
import { settingsElsewhere } from "../../web/src/views/settings/elsewhere";
import { groupScope } from "../../web/src/views/settings/group/group-scope";
import { membersOf } from "../../web/src/views/settings/group-members";
import { contested, followed, type Merge, ownChanges } from "../../web/src/views/settings/merged-draft";
import { zuliprc } from "../../web/src/views/settings/own/zuliprc";
import {
  groupsIn,
  isSame,
  organizationScope,
  ownScope,
  type Scope,
  unplaced,
  type Value,
  wireValue,
} from "../../web/src/views/settings/scope";
import { find, findings, sectionAt, sections } from "../../web/src/views/settings/sections";
import type { Setting } from "../../web/src/views/settings/setting";
import { administrationWords } from "../../web/src/words/en-channel-administration";

const drawnOf = (scope: Scope) =>
  Object.keys(scope.words).flatMap((section) => groupsIn(scope, section).flatMap(({ settings }) => settings));

describe.each([
  ["settings", ownScope, sections.filter(({ area }) => area === "settings").map(({ id }) => id)],
  ["organization", organizationScope, sections.filter(({ area }) => area !== "settings").map(({ id }) => id)],
  ["a channel", channelScope(1), Object.keys(administrationWords.channelParts)],
  ["a group", groupScope(1), Object.keys(administrationWords.groupParts)],
] as const)("the catalogue: %s", (_area, scope, ids) => {
  test("every setting has words and a section, or a reason to be elsewhere", () => {
    expect(unplaced(scope).map(({ setting }) => setting.name)).toEqual([]);
    const placed = drawnOf(scope).map(({ setting }) => setting.name);
    expect(placed.filter((name) => Object.hasOwn(settingsElsewhere, name))).toEqual([]);
    expect(new Set(placed).size).toBe(placed.length);
  });

  test("words are of settings that there are, in sections that there are", () => {
    const known = scope.settings.map(({ name }) => name);
    const worded = Object.values(scope.words).flatMap((groups) =>
      Object.values(groups).flatMap((named) => Object.keys(named)),
    );
    expect(worded.filter((name) => !known.includes(name))).toEqual([]);
    expect(Object.keys(scope.words).filter((id) => !ids.includes(id))).toEqual([]);
  });

  test("every choice has words, and the default is one of them", () => {
    const nameless = drawnOf(scope).flatMap(({ setting, words }) =>
      setting.kind === "choice" || setting.kind === "sentence"
        ? [...(setting.choices ?? []), setting.fallback]
            .filter((one) => words.choices?.[String(one)] === undefined)
            .map((one) => `${setting.name}: ${one}`)
        : [],
    );
    expect(nameless).toEqual([]);
  });
});

test("what has a reason to be elsewhere is there", () => {
  const known = [...ownScope.settings, ...organizationScope.settings].map(({ name }) => name);
  expect(Object.keys(settingsElsewhere).filter((name) => !known.includes(name))).toEqual([]);
});

test("a new setting of the server's is shown under its name, without a line of its own", () => {
  const added: Setting = { name: "can_fly_group", kind: "group", fallback: "role:members" };
  const scope = { ...organizationScope, settings: [...organizationScope.settings, added] };
  expect(unplaced(scope)).toEqual([{ setting: added, words: { label: "Can fly" } }]);
});

test.each([
  ["settings", "", "profile", ""],
  ["settings", "your-bots", "bots", ""],
  ["settings", "display-settings", "preferences", ""],
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
] as const)("an address leads to its section: #%s/%s", (area, path, id, rest) => {
  const found = sectionAt(area, path);
  expect([found.section.area, found.section.id, found.rest]).toEqual([area, id, rest]);
});

test("values go out as the server takes them", () => {
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

test("anonymous groups are the same in any order", () => {
  expect(isSame(anonymous([1, 2], [3]), anonymous([2, 1], [3]))).toBe(true);
  expect(isSame(anonymous([1], [3]), anonymous([1], []))).toBe(false);
  expect([isSame(3, 3), isSame(3, anonymous([], [3])), isSame(null, null)]).toEqual([true, false, true]);
});

test("whom a permission names is found through groups at any depth, and rings end", () => {
  const group = (id: number, members: readonly number[], inner: readonly number[], deactivated = false) =>
    [id, { id, members, direct_subgroup_ids: inner, deactivated } as Group] as const;
  const groups = new Map([group(1, [10], [2]), group(2, [20], [1, 3]), group(3, [30], [], true)]);
  expect([...membersOf(groups, 1)].sort()).toEqual([10, 20]);
  expect([...membersOf(groups, anonymous([40], [2]))].sort()).toEqual([10, 20, 40]);
});

test("the file for programs has the address, the key and the site", () => {
  expect(zuliprc("echo-bot@chat.example.com", "k3y", "https://chat.example.com")).toBe(
    "[api]\nemail=echo-bot@chat.example.com\nkey=k3y\nsite=https://chat.example.com\n",
  );
});

describe("a change", () => {
  const drawn = {
    setting: { name: "count", kind: "number", fallback: 0 },
    words: { label: "Count" },
  } as const;

  /** A server with one setting, and whoever else changes it. */
  const aServer = (start: Value) => {
    const held = signal<Value>(start);
    const state = { refuses: false };
    const scope: Scope = {
      ...ownScope,
      value: () => held.value,
      send: async (_setting, value) => {
        if (state.refuses) throw new Error("No.");
        held.value = value;
      },
    };
    const app = {
      store: {} as Store,
      toast: signal<Toast | undefined>(undefined),
      connection: signal<"online" | "lost" | "loggedOut">("online"),
    };
    return { held, state, scope, app };
  };
  const settled = () => new Promise((resolve) => setTimeout(resolve));

  test("is said, and can be undone", async () => {
    const { held, scope, app } = aServer(1);
    expect(await change(app, scope, { drawn, value: 2, seen: 1 })).toBeUndefined();
    expect([held.value, app.toast.value?.text, isForeign(scope, "count", 2)]).toEqual([
      2,
      "Saved: Count",
      false,
    ]);
    app.toast.value?.act?.run();
    await settled();
    expect([held.value, app.toast.value?.text]).toEqual([1, "As before: Count"]);
  });

  test("of what somebody else changed meanwhile is refused, and its undoing too", async () => {
    const { held, scope, app } = aServer(1);
    held.value = 7;
    expect(await change(app, scope, { drawn, value: 2, seen: 1 })).toContain(
      "Somebody changed this while you did",
    );
    expect(held.value).toBe(7);
    await change(app, scope, { drawn, value: 2, seen: 7 });
    const { toast } = app;
    const undo = toast.value?.act;
    held.value = 9;
    expect(isForeign(scope, "count", 9)).toBe(true);
    undo?.run();
    await settled();
    expect([held.value, toast.value?.text]).toEqual([9, "Count: somebody has changed it since. It stays."]);
  });

  test("that the server refuses, or that can't be sent, is said where it is", async () => {
    const { held, state, scope, app } = aServer(1);
    state.refuses = true;
    expect(await change(app, scope, { drawn, value: 2, seen: 1 })).toBe("No. It isn’t saved.");
    app.connection.value = "lost";
    expect(await change(app, scope, { drawn, value: 2, seen: 1 })).toContain("It isn’t saved.");
    expect([held.value, app.toast.value]).toEqual([1, undefined]);
  });
});

test("settings are found by their words, by their section and by their names on the wire", () => {
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
  expect(labels("receipts")).toContain("What you have read");
  expect(labels("zuliprc")).toContain("Bots");
  expect(labels("exports")).toContain("Storage and data");
  expect(labels("pronouns")).toContain("Profile fields");
  expect(labels("who changed")).toContain("Audit log");
  const parts = Object.values(administrationWords.channelParts);
  expect(labels("#design")).toEqual(parts.map((part) => `#design: ${part}`));
  expect(labels("may write here")).toEqual(["#design: Permissions"]);
  expect(labels("xyzzy")).toEqual([]);
  // Nothing that has a form can't be found.
  const found = new Set(findings(store).map(({ key }) => key));
  const formed = [
    ...keysOf("settings", ownScope),
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

describe("a form over what others change meanwhile", () => {
  const start = { name: "Team", hint: "", kinds: ["a"] };
  const begun: Merge<typeof start> = { base: start, draft: { ...start, hint: "Which one" } };

  test("a field that nobody touched here follows, what is written stays, and only that is sent", () => {
    const now = { ...start, name: "Squad" };
    const merge = followed(begun, now);
    expect(merge.draft).toEqual({ name: "Squad", hint: "Which one", kinds: ["a"] });
    expect(contested(merge, now)).toEqual([]);
    expect(ownChanges(merge)).toEqual({ hint: "Which one" });
  });

  test("what both changed is contested, unless both made the same of it", () => {
    const other = { ...start, hint: "Theirs" };
    expect(contested(followed(begun, other), other)).toEqual(["hint"]);
    expect(followed(begun, other).draft.hint).toBe("Which one");
    const same = { ...start, hint: "Which one" };
    expect(contested(followed(begun, same), same)).toEqual([]);
    expect(ownChanges(followed(begun, same))).toEqual({});
  });

  test("lists are told apart by what is in them", () => {
    const merge = { base: start, draft: { ...start, kinds: ["a", "b"] } };
    const now = { ...start, kinds: ["a"] };
    expect(contested(followed(merge, now), now)).toEqual([]);
    expect(ownChanges(merge)).toEqual({ kinds: ["a", "b"] });
  });
});
