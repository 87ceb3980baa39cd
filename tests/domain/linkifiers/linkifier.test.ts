import * as E from "fp-ts/Either";
import { expandReverse } from "../../../src/domain/linkifiers/linkifier";
import fc from "../../support/random/fast-check";

test.each<[string, string]>([
  ["#{id}", "#12"],
  ["{org}/{id}!", "acme/12!"],
  ["{{{id}}}", "{12}"],
  ["{{id}}", "{id}"],
  ["{id}{none}", "12"],
  ["}", "}"],
  ["", ""],
])("the reverse template %s becomes %s", (template, written) => {
  const groups = { id: "12", org: "acme", none: undefined };
  expect(expandReverse(template, groups)).toEqual(E.right(written));
});

test.each<[string, string]>([
  ["#{id", "Invalid auto-conversion field: missing '}' character."],
  ["#{}", "Invalid auto-conversion field: empty field name."],
  ["{who}", "Group 'who' in auto-conversion field is not present in linkifier pattern."],
  ["{toString}", "Group 'toString' in auto-conversion field is not present in linkifier pattern."],
])("rejects the reverse template %s: %s", (template, problem) => {
  expect(expandReverse(template, { id: "12" })).toEqual(E.left(problem));
});

test("text with doubled braces comes out unchanged", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("{", "}", "a", "🦜", " ") }), (text) => {
      const doubled = text.replace(/[{}]/g, (brace) => brace + brace);
      expect(expandReverse(doubled, {})).toEqual(E.right(text));
    }),
  );
});
