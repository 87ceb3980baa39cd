import { reports } from "../builders/webhook-payloads/reports";
import type { Chance } from "./chance";
import type { FuzzedServer } from "./fuzzed-server";
import { type FuzzedRequest, formOf, urlEncoded } from "./requests";
import { mutated, nastyText } from "./values";

/** The document with something else in one random place. */
const changed = (value: unknown, chance: Chance): unknown => {
  const { pick, percent } = chance;
  if (typeof value !== "object" || value === null || percent(8))
    return pick<unknown>([null, 0, -1, 1e308, "", nastyText(chance), [], {}, true, [[]], { a: null }]);
  const entries = Object.entries(value);
  if (entries.length === 0) return { [nastyText(chance).slice(0, 50)]: 1 };
  const [name, inside] = pick(entries);
  if (Array.isArray(value)) return value.with(Number(name), changed(inside, chance));
  if (percent(15)) return Object.fromEntries(entries.filter(([one]) => one !== name));
  return { ...value, [name]: changed(inside, chance) };
};

type Parameter = readonly [name: string, value: string];

/** A report to an integration, mostly nearly right. The names are those of the declared parameters. */
export const webhookRequest = (
  integration: string,
  names: readonly string[],
  server: FuzzedServer,
  chance: Chance,
): FuzzedRequest => {
  const { pick, percent, between } = chance;
  const [, event, payload] = pick(reports.filter(([name]) => name === integration));
  const changes = between(0, 3);
  const report = Array.from({ length: changes }).reduce((one: unknown) => changed(one, chance), payload);
  const text = percent(6) ? mutated(JSON.stringify(report) ?? "", chance) : (JSON.stringify(report) ?? "");
  const parameters: readonly Parameter[] = [
    ["api_key", percent(97) ? server.webhookKey : nastyText(chance)],
    ...names
      .filter((name) => name !== "api_key" && name !== "payload" && percent(12))
      .map(
        (name): Parameter => [
          name,
          percent(60) ? pick(["open", "none", '["*"]', "main"]) : nastyText(chance),
        ],
      ),
  ];
  const isForm = percent(25);
  const body = Buffer.from(isForm ? formOf([["payload", text]]) : text);
  const kind = percent(92) ? event : nastyText(chance).replace(/[^\x20-\x7e]/g, "");
  return {
    method: "POST",
    path: `/api/v1/external/${integration}?${formOf(parameters)}`.slice(0, 9000),
    headers: {
      "Content-Type": isForm ? urlEncoded : "application/json",
      "Content-Length": `${body.length}`,
      ...(event !== "" && { "X-GitHub-Event": kind, "X-Gitlab-Event": kind }),
    },
    body,
  };
};
