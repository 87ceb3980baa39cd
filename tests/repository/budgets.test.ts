import { expensive } from "../../bench/budgets/expensive";
import { lessExpensive } from "../../bench/budgets/less-expensive";
import { costOf } from "../../src/adapters/http/admission/cost";
import { allEndpoints, rootEndpoints } from "../../src/adapters/http/endpoints/all";

const declared = [...allEndpoints(false), ...rootEndpoints];
const nameOf = ({ method, at }: { readonly method: string; readonly at: string }): string =>
  `${method.toUpperCase()} ${at}`;
const asked = new Set(expensive.map(nameOf));
const excused = Object.values(lessExpensive).flat();

test("the most expensive request of every endpoint is measured, or there is a reason why it costs less than another", () => {
  const names = [...new Set(declared.map(nameOf))];
  expect([...new Set([...asked, ...excused])].sort()).toEqual(names.sort());
  expect(excused.filter((name) => asked.has(name))).toEqual([]);
  expect(new Set(excused).size).toBe(excused.length);
});

test("every endpoint of an expensive class is measured, even if it is small", () => {
  const costly = new Set(
    declared.filter((one) => ["bulk", "register"].includes(costOf(one))).map((one) => nameOf(one)),
  );
  const small = ["reads one row, or a limited number of rows", "changes a few rows of one user"];
  expect(small.flatMap((reason) => lessExpensive[reason] ?? []).filter((name) => costly.has(name))).toEqual(
    [],
  );
  for (const reason of small) expect(lessExpensive[reason]?.length).toBeGreaterThan(0);
});
