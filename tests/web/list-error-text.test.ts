import { Refusal } from "../../web/src/api/http";
import { listErrorText } from "../../web/src/views/messages/list-error-text";
import { unknownPlaceWords } from "../../web/src/words/en-unknown-places";

const badNarrow = new Refusal("BAD_NARROW", "Invalid narrow operator: unknown user in x", 400, undefined);

test.each(["dm", "dm-including", "sender"])(
  "a link to an unknown person says that there is no such person: %s",
  (operator) => {
    expect(listErrorText(badNarrow, [{ operator, operand: "x" }])).toBe(unknownPlaceWords.noSuchPerson);
  },
);

test("a link to an unknown channel says that there is no such place", () => {
  const narrow = [
    { operator: "channel", operand: "x" },
    { operator: "sender", operand: 5 },
  ];
  expect(listErrorText(badNarrow, narrow)).toBe(unknownPlaceWords.noSuchPlace);
});

test.each([
  [{ operator: "is", operand: "stared" }, unknownPlaceWords.noSuchFilter("is:stared")],
  [{ operator: "has", operand: "lnik" }, unknownPlaceWords.noSuchFilter("has:lnik")],
  [{ operator: "mentions", operand: "x" }, unknownPlaceWords.noSuchSearch],
])("a search says what it can't find: %j", (term, text) => {
  expect(listErrorText(badNarrow, [{ operator: "is", operand: "starred" }, term])).toBe(text);
});

test("other refusals keep the server's text", () => {
  const refusal = new Refusal("RATE_LIMIT_HIT", "API usage exceeded rate limit", 429, 2);
  expect(listErrorText(refusal, [{ operator: "dm", operand: "x" }])).toBe(refusal.message);
});
