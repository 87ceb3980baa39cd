import { matchNarrow } from "../../src/application/messages/match-narrow";
import { fixedOperands } from "../../src/domain/narrow/operands";
import { narrowOperators } from "../../src/domain/narrow/operators";
import type { Names } from "../../web/src/app/location";
import { readSearch } from "../../web/src/app/search-words";
import { aboutFilter, operandOf, searchTable } from "../../web/src/views/search/search-table";
import { memoryRealm } from "../support/application/memory-realm";

const listed = searchTable.flatMap(([, filters]) => [...filters] as string[]);
const fixed: Readonly<Record<string, readonly string[] | undefined>> = fixedOperands;

test("the list of search filters has each operator and each operand that the server knows, once", () => {
  // That the server reads just these is checked by their types.
  const known = narrowOperators.flatMap(
    (operator) => fixed[operator]?.map((operand) => `${operator}:${operand}`) ?? [`${operator}:`],
  );
  expect([...listed].sort()).toEqual([...known].sort());
  expect(Object.keys(aboutFilter).sort()).toEqual([...known].sort());
  expect(Object.keys(operandOf).sort()).toEqual(known.filter((one) => one.endsWith(":")).sort());
});

test("the client reads each filter of the list as one, and the server understands it", async () => {
  const { ben, lunch } = await memoryRealm({
    people: { ben: "member" },
    channels: { lunch: { of: ["ben"] } },
  });
  const message = await ben.says(lunch, "food", "soup today");
  const names: Names = {
    ownId: ben.id,
    channelName: () => undefined,
    channelId: (name) => (name === "lunch" ? lunch : undefined),
    userName: () => undefined,
    userId: (name) => (name === "Ben" ? ben.id : undefined),
  };
  const examples: Readonly<Record<string, string>> = {
    person: "Ben",
    number: String(message),
    name: "lunch",
  };
  for (const filter of searchTable.flatMap(([, filters]) => filters)) {
    const text = `${filter}${examples[operandOf[filter] ?? ""] ?? ""}`;
    const narrow = readSearch(text, names);
    expect([text, narrow.map(({ operator }) => `${operator}:`)]).toEqual([text, [/^.*?:/.exec(filter)?.[0]]]);
    const terms = narrow.map(({ operator, operand }) => ({ operator, operand, negated: false }));
    await ben.does(matchNarrow, [message], terms);
  }
});
