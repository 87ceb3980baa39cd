import { auditKinds } from "../../src/domain/audit/audit-entry";
import type { AuditEntry } from "../../web/src/api/settings";
import { expanded } from "../../web/src/ui/url-template";
import {
  auditTopics,
  auditValue,
  dayStart,
  differencesIn,
} from "../../web/src/views/settings/organization/audit-text";
import {
  draftOf,
  emptyField,
  termsOf,
  withChoice,
} from "../../web/src/views/settings/organization/field-terms";
import { tryLinkifier } from "../../web/src/views/settings/organization/try-linkifier";
import { isSameOrder, movedTo, placeAt } from "../../web/src/views/settings/parts/ordering";
import { sizeText } from "../../web/src/views/settings/parts/size-text";
import { sectionAt } from "../../web/src/views/settings/sections";
import type { ProfileField } from "../../web/src/wire/wire";
import { adminWords } from "../../web/src/words/en-administration";

describe("reordering", () => {
  test.each([
    [[1, 2, 3], 3, 0, [3, 1, 2]],
    [[1, 2, 3], 1, 1, [2, 1, 3]],
    [[1, 2, 3], 1, 9, [2, 3, 1]],
    [[1, 2, 3], 2, -1, [2, 1, 3]],
  ])("in %j, moves %d to index %d", (ids, id, place, wanted) => {
    expect(movedTo(ids, id, place)).toEqual(wanted);
  });

  test("orders are equal only with the same ids in the same places", () => {
    expect([isSameOrder([1, 2], [1, 2]), isSameOrder([1, 2], [2, 1]), isSameOrder([1], [1, 2])]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("finds the drop index by the middles of the other rows", () => {
    expect([placeAt([20, 60], 0), placeAt([20, 60], 30), placeAt([20, 60], 90)]).toEqual([0, 1, 2]);
  });
});

describe("a linkifier's preview", () => {
  test.each([
    [
      "#(?P<id>[0-9]+)",
      "https://example.com/ticket/{id}",
      "See #123, please",
      "https://example.com/ticket/123",
    ],
    ["(?i)bug-(?P<id>\\d+)", "https://example.com/{id}", "BUG-7", "https://example.com/7"],
    ["\\#(?P<id>[0-9]+)", "https://example.com/{id}", "#5", "https://example.com/5"],
    ["(?P<word>\\pL+)!", "https://example.com/{?word}", "naïve!", "https://example.com/?word=na%C3%AFve"],
    ["#(?P<id>[0-9]+)", "https://example.com/{id}", "abc#123", "nothing"],
    ["#(?P<id>[0-9]+)", "https://example.com/{id}", "#12abc", "nothing"],
    ["#(?P<id>[0-9]+", "https://example.com/{id}", "#12", "unknown"],
    ["(?P<a>(x+)+)y", "https://example.com/{a}", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxz", "unknown"],
    ["", "https://example.com", "text", "nothing"],
  ])("%s with %s on %s", (pattern, template, text, wanted) => {
    const tried = tryLinkifier(pattern, template, text);
    expect(tried.kind === "link" ? tried.url : tried.kind).toBe(wanted);
  });

  test.each([
    ["https://e.com/{a}", "https://e.com/x%20y%2Fz"],
    ["https://e.com/{+a}", "https://e.com/x%20y/z"],
    ["https://e.com{?a,b}", "https://e.com?a=x%20y%2Fz&b=2"],
    ["https://e.com?q=1{&b,none}", "https://e.com?q=1&b=2"],
    ["https://e.com{/b,a:1}", "https://e.com/2/x"],
    ["https://e.com{#b}", "https://e.com#2"],
    ["https://e.com/{none}", "https://e.com/"],
  ])("expands the template %s", (template, url) => {
    expect(expanded(template, { a: "x y/z", b: "2" })).toBe(url);
  });
});

describe("a profile field", () => {
  const field: ProfileField = {
    id: 4,
    name: "Team",
    type: 3,
    hint: "",
    required: true,
    editable_by_user: false,
    field_data: JSON.stringify({ a: { text: "Sales", order: "2" }, 3: { text: "Ops", order: "1" } }),
  };

  test("keeps the stored values of its options when they are renamed or reordered", () => {
    const draft = draftOf(field);
    expect(draft.choices).toEqual([
      { id: 0, value: "3", text: "Ops" },
      { id: 1, value: "a", text: "Sales" },
    ]);
    const [ops, sales] = withChoice(draft.choices).map((one, at) =>
      at === 2 ? { ...one, text: "HR" } : one,
    );
    if (!ops || !sales) throw new Error("There are choices");
    const terms = termsOf({ ...draft, choices: [{ ...sales, text: "Selling " }, ops] });
    expect(terms.data).toEqual({ a: { text: "Selling", order: "1" }, 3: { text: "Ops", order: "2" } });
    expect([terms.isRequired, terms.isForUsers]).toEqual([true, false]);
  });

  test("gives a new option an unused value, and drops options without a label", () => {
    const choices = withChoice(draftOf(field).choices);
    expect(choices.at(-1)).toEqual({ id: 2, value: "4", text: "" });
    expect(Object.keys(termsOf({ ...draftOf(field), choices }).data)).toEqual(["3", "a"]);
  });

  test("of the external account type has a known service or a URL pattern", () => {
    const account = { ...emptyField, type: 7, pattern: " https://e.com/%(username)s " };
    expect(termsOf(account).data).toEqual({ subtype: "custom", url_pattern: "https://e.com/%(username)s" });
    expect(termsOf({ ...account, account: "github" }).data).toEqual({ subtype: "github" });
    const data = { subtype: "custom", url_pattern: "https://e.com/%(username)s" };
    expect(draftOf({ ...field, type: 7, field_data: JSON.stringify(data) }).pattern).toBe(data.url_pattern);
  });

  test("that lists people can't be shown on profile cards", () => {
    expect(termsOf({ ...emptyField, type: 6, isOnCard: true }).isOnCard).toBe(false);
    expect(termsOf({ ...emptyField, type: 1, isOnCard: true }).isOnCard).toBe(true);
  });
});

describe("the audit log", () => {
  test("has a description and a filter topic for every kind of entry", () => {
    expect(auditKinds.filter((kind) => adminWords.auditKinds[kind] === undefined)).toEqual([]);
    const found: readonly string[] = Object.values(auditTopics).flat();
    expect(auditKinds.filter((kind) => found.filter((one) => one === kind).length !== 1)).toEqual([]);
    expect(found.filter((kind) => !auditKinds.some((one) => one === kind))).toEqual([]);
    expect(Object.keys(adminWords.auditTopics).sort()).toEqual(Object.keys(auditTopics).sort());
  });

  test("lists the changed fields by name, in lines of limited length", () => {
    const entry = {
      before: { role: 400, name: "A" },
      after: { id: 3, role: 200, is_bot: false },
    } as unknown as AuditEntry;
    expect(differencesIn(entry)).toEqual([
      { name: "role", before: 400, after: 200 },
      { name: "name", before: "A", after: undefined },
      { name: "is_bot", before: undefined, after: false },
    ]);
    expect(auditValue({ direct_members: [1, 2], name: null })).toBe("direct members: 1, 2; name: –");
    expect(auditValue("x".repeat(500)).length).toBe(120);
    const nameOf = (id: number, of: string) => (id === 9 ? undefined : `${of} ${id}`);
    expect(auditValue([1, 9], nameOf, "channel_ids")).toBe("channel 1, 9");
    expect(auditValue({ direct_members: [2], limit: 7 }, nameOf)).toBe("direct members: user 2; limit: 7");
    expect(auditValue(3, nameOf, "bot_owner_id")).toBe("user 3");
  });

  test("filters by local days and includes the whole last day", () => {
    expect([dayStart(""), dayStart("2026-03-01"), dayStart("2026-03-01", true)]).toEqual([
      undefined,
      new Date(2026, 2, 1).getTime() / 1000,
      new Date(2026, 2, 2).getTime() / 1000,
    ]);
  });
});

test.each([
  [0, "0 byte"],
  [1536, "1.5 kB"],
  [5 * 1024 ** 3, "5 GB"],
])("%d bytes read as %s", (bytes, text) => {
  expect(sizeText(bytes, "en")).toBe(text);
});

test.each([
  ["settings", "uploaded-files", "files"],
  ["organization", "profile-field-settings", "profile-fields"],
  ["organization", "playground-settings", "playgrounds"],
  ["organization", "default-channels-list", "default-channels"],
  ["organization", "data-exports-admin", "data"],
  ["organization", "audit-log", "audit-log"],
] as const)("Zulip's URL opens the matching section: #%s/%s", (area, path, id) => {
  expect(sectionAt(area, path).section.id).toBe(id);
});
