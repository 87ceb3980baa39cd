import { decodeParameters, type Parameters } from "../../src/adapters/http/codecs/parameter";
import { allEndpoints, rootEndpoints } from "../../src/adapters/http/endpoints/all";

const parameters = [...allEndpoints(true), ...rootEndpoints].flatMap((declared) =>
  Object.entries({ ...(declared.path as Parameters), ...(declared.params as Parameters) }).map(
    ([name, parameter]) => [`${declared.method} ${declared.at}: ${name}`, name, parameter] as const,
  ),
);
/** What is as long as a whole body may be. */
const long = ["post /external/{integration}: payload", "put /bot_storage: storage"];

test.each(parameters)("%s has a length that it may have at most", (title, name, parameter) => {
  const most = long.includes(title) ? 5_000_000 : 200_000;
  expect(parameter.type.longest).toBeLessThanOrEqual(most);
  const given = new Map([[name, "1".repeat(parameter.type.longest + 1)]]);
  const outcome = decodeParameters({ [name]: parameter }, given);
  expect(outcome).toMatchObject({ left: { message: expect.stringContaining("too long") } });
});

test("the ids in a path and the words of a choice are short", () => {
  for (const [title, , { type }] of parameters)
    if (type.schema.type === "integer" || type.schema.enum)
      expect([title, type.longest <= 1000]).toEqual([title, true]);
});
