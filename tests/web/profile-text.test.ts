import { choicesOf, factOf } from "../../web/src/views/cards/profile-text";
import type { ProfileField } from "../../web/src/wire/wire";

const field = (type: number, data: object | string = ""): ProfileField => ({
  id: 1,
  name: "Field",
  type,
  hint: "",
  field_data: typeof data === "string" ? data : JSON.stringify(data),
  required: false,
  editable_by_user: true,
});
const sizes = { 0: { text: "Small", order: "2" }, 1: { text: "Large", order: "1" } };
const known = { github: { url_pattern: "https://github.com/%(username)s" } };
const custom = (url_pattern: string) => field(7, { subtype: "custom", url_pattern });
const users = new Set([2, 3]);
const fact = (of: ProfileField, value: string) => factOf(of, { value }, known, users);

test("text is shown as entered, or as the server rendered it", () => {
  expect(fact(field(8), "they/them")).toEqual({ kind: "text", text: "they/them" });
  const entry = { value: "*Baker*", rendered_value: "<p><em>Baker</em></p>" };
  expect(factOf(field(2), entry, known, users)).toEqual({ kind: "html", html: entry.rendered_value });
});

test.each([
  [undefined, field(1)],
  [{ value: "" }, field(5)],
  [{ value: "" }, field(6)],
  [{ value: "[9]" }, field(6)],
  [{ value: "no list" }, field(6)],
])("%j shows nothing", (entry, of) => {
  expect(factOf(of, entry, known, users)).toBeUndefined();
});

test("a choice is shown by its label, and options have an order", () => {
  expect(fact(field(3, sizes), "0")).toEqual({ kind: "text", text: "Small" });
  expect(fact(field(3, sizes), "gone")).toEqual({ kind: "text", text: "gone" });
  expect(choicesOf(field(3, sizes)).map(([, text]) => text)).toEqual(["Large", "Small"]);
  expect([choicesOf(field(1)), choicesOf(field(3))]).toEqual([[], []]);
});

test("a date is the same day in every time zone", () => {
  expect(fact(field(4), "1990-05-01")).toEqual({ kind: "text", text: "May 1, 1990" });
  expect(fact(field(4), "soon")).toEqual({ kind: "text", text: "soon" });
});

test.each([
  [field(5), "https://example.com/a", "https://example.com/a"],
  [field(7, { subtype: "github" }), "ben", "https://github.com/ben"],
  [
    custom("https://social.example.com/@%(username)s"),
    "ben/../x?",
    "https://social.example.com/@ben%2F..%2Fx%3F",
  ],
])("%j links %s to %s", (of, text, url) => {
  expect(fact(of, text)).toEqual({ kind: "link", text, url });
});

test.each([
  [field(5), "javascript:alert(1)"],
  [field(5), "data:text/html,x"],
  [field(5), "example.com"],
  [field(7, { subtype: "unknown" }), "ben"],
  [field(7, "no JSON"), "ben"],
  [custom("javascript:%(username)s"), "alert(1)"],
])("%j doesn't link %s", (of, text) => {
  expect(fact(of, text)).toEqual({ kind: "text", text });
});

test("people who are hidden from the reader are left out", () => {
  expect(fact(field(6), "[2,9,3]")).toEqual({ kind: "people", userIds: [2, 3] });
});
