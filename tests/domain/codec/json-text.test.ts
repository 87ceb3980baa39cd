import * as t from "io-ts";
import { valueOfJson } from "../../../src/domain/codec/json-text";

const shape = t.type({ id: t.number });

test.each([
  ["of another shape", '{"id":"1"}'],
  ["that isn't JSON", "{id:1}"],
  ["that is empty", ""],
])("a text %s has no value", (_, text) => {
  expect(valueOfJson(shape, text)).toBeUndefined();
});

test("a text of the right shape yields its value, with any further fields", () => {
  expect(valueOfJson(shape, '{"id":1,"name":"a"}')).toEqual({ id: 1, name: "a" });
});
