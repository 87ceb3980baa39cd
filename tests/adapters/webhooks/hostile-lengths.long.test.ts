import * as E from "fp-ts/Either";
import { seeded } from "../../../bench/chaos/random";
import { incomingWebhooks } from "../../../src/adapters/webhooks/incoming/all";
import { reports } from "../../support/builders/webhook-payloads/reports";
import { type Growth, growthAt } from "../../support/hostile-lengths/growth";
import { runs } from "../../support/hostile-lengths/runs";
import { processorTime } from "../../support/measures/processor";

const isExhaustive = process.env.PARLEY_LENGTHS === "all";
const seed = Number(process.env.PARLEY_FUZZ_SEED ?? Date.now() % 1_000_000_000);
const random = seeded(seed);
/** The largest report has five million characters, but fewer show growth as well. */
const longest = isExhaustive ? 1_000_000 : 300_000;

/** Those that slowed down most parsers so far, and a few others. */
const some = () => [...runs.filter(({ isNotorious }) => isNotorious), ...random.shuffle(runs).slice(0, 3)];

type With = (text: string) => unknown;
/** The document with a text in place of each of its texts, and of each name. */
const withEach = (value: unknown, at = ""): readonly (readonly [place: string, fill: With])[] => {
  if (typeof value === "string") return [[at, (text) => text]];
  if (Array.isArray(value))
    return value.flatMap((one, index) =>
      withEach(one, `${at}[${index}]`).map(
        ([place, fill]) => [place, (text: string) => value.with(index, fill(text))] as const,
      ),
    );
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => [
    ...withEach(one, `${at}.${name}`).map(
      ([place, fill]) => [place, (text: string) => ({ ...value, [name]: fill(text) })] as const,
    ),
    [`${at}.{name}`, (text: string) => ({ ...value, [text]: one })] as const,
  ]);
};

const translated = (integration: string, event: string, payload: unknown) => {
  const webhook = incomingWebhooks.find(({ name }) => name === integration);
  if (webhook === undefined) throw new Error(`There is no webhook ${integration}`);
  return webhook.translate({
    payload,
    header: () => event,
    options: { branches: "main,x" },
    hasTopic: false,
  });
};

test("there is a report of every integration, and each becomes a message", () => {
  expect([...new Set(reports.map(([name]) => name))].sort()).toEqual(
    incomingWebhooks.map(({ name }) => name).sort(),
  );
  const silent = reports.filter((one) => {
    const notices = translated(...one);
    return E.isLeft(notices) || (notices.right.length === 0 && !one.includes("Push Hook"));
  });
  expect(silent).toEqual([]);
});

/** Every text that the message depends on, in a report of each kind. */
const places = reports.flatMap(([integration, event, payload]) => {
  const usual = JSON.stringify(translated(integration, event, payload));
  return withEach(payload)
    .filter(([, fill]) => JSON.stringify(translated(integration, event, fill("changed"))) !== usual)
    .map(([place, fill]) => ({ name: `${integration} ${event} ${place}`, integration, event, fill }));
});

test("reading a report takes time in proportion to its texts at most", async () => {
  expect(places.length).toBeGreaterThan(150);
  const faults: { where: string; growth: Growth }[] = [];
  for (const { name, integration, event, fill } of places)
    for (const run of isExhaustive ? runs : some()) {
      if (faults.length >= 10) break;
      const costAt = (length: number) => {
        const payload = fill(run.write(length));
        return processorTime(() => translated(integration, event, payload));
      };
      const growth = (await growthAt(costAt, longest)) && (await growthAt(costAt, longest));
      if (growth) faults.push({ where: `${name}: ${run.name}`, growth });
    }
  expect({ seed, faults }).toEqual({ seed, faults: [] });
}, 3_600_000);
