import { isTooDeep } from "../../../src/domain/codec/json-depth";

test.each<[string, string, boolean]>([
  ["a short document", '{"a":[1,{"b":"c"}]}', false],
  ["many lists next to each other", `[${"[],".repeat(5000)}[]]`, false],
  ["brackets in a text", JSON.stringify("[".repeat(5000)), false],
  ["brackets in a text after a quotation mark", JSON.stringify(`"${"[".repeat(5000)}`), false],
  ["a backslash at the end of a text", `["\\\\",${"[".repeat(501)}`, true],
  ["lists in lists", `${"[".repeat(501)}${"]".repeat(501)}`, true],
  ["objects in objects", `${'{"a":'.repeat(501)}1${"}".repeat(501)}`, true],
  ["lists and objects in turn", `${'[{"a":'.repeat(300)}1${"}]".repeat(300)}`, true],
  ["few lists and objects", `${'[{"a":'.repeat(250)}1${"}]".repeat(250)}`, false],
])("%s", (_what, json, expected) => {
  expect(isTooDeep(json)).toBe(expected);
});
