import * as E from "fp-ts/Either";
import { incomingWebhooks } from "../../../src/adapters/webhooks/incoming/all";
import { translateDelivery } from "../../../src/application/webhooks/internal/translate-delivery";
import { processorSeconds } from "../../support/measures/processor";

/** The size of the largest report, in characters. */
const size = 5_000_000;
const filled = (piece: string): string => piece.repeat(Math.floor(size / piece.length));
const header = (name: string): string => (name === "X-Gitlab-Event" ? "Issue Hook" : "issues");
const user = { login: "ann", name: "Ann", html_url: "https://x" };

const issueOf = (body: string) => ({
  action: "opened",
  issue: { number: 1, title: "t", html_url: "https://x", body },
  repository: { name: "r", full_name: "a/r", html_url: "https://x" },
  sender: user,
});
const gitlabIssueOf = (description: string) => ({
  object_attributes: { action: "open", iid: 1, title: "t", url: "https://x", description },
  project: { name: "r", web_url: "https://x" },
  user,
});
const alerts = (count: number) =>
  Array.from({ length: count }, () => ({ status: "firing", generatorURL: "", labels: {} }));

/** As deep as the parser goes. */
const nested = (depth: number, inside: unknown): unknown => {
  let value = inside;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
};

test.each<[string, string, () => unknown]>([
  ["slack_incoming", "links without an end", () => ({ text: filled("<a://b|") })],
  ["slack_incoming", "addresses without an end", () => ({ text: filled("<a://") })],
  ["slack_incoming", "stars", () => ({ text: filled("*a ") })],
  ["github", "comments without an end", () => issueOf(filled("<!--"))],
  ["github", "tildes", () => issueOf(filled("~ "))],
  ["gitlab", "comments without an end", () => gitlabIssueOf(filled("<!--"))],
  ["gitlab", "tildes", () => gitlabIssueOf(filled("~ "))],
  ["alertmanager", "alerts of one topic", () => ({ alerts: alerts(80_000) })],
  ["alertmanager", "numbers instead of alerts", () => ({ alerts: Array(2_500_000).fill(0) })],
  ["grafana", "numbers instead of alerts", () => ({ alerts: Array(2_500_000).fill(0) })],
  ["json", "numbers in a deep list", () => nested(100, Array(2_400_000).fill(0))],
  ["json", "lists in lists", () => nested(100_000, 0)],
])("%s reads %s in time that grows no faster than its size", (name, _what, payload) => {
  const webhook = incomingWebhooks.find((one) => one.name === name);
  const delivery = { payload: payload(), header, options: {}, hasTopic: false };
  const before = process.memoryUsage().heapUsed;
  let translated: ReturnType<typeof translateDelivery> | undefined;
  const seconds = processorSeconds(() => {
    translated = webhook && translateDelivery(webhook, delivery);
  });
  const mebibytes = (process.memoryUsage().heapUsed - before) / 2 ** 20;
  expect(seconds).toBeLessThan(20);
  expect(mebibytes).toBeLessThan(300);
  if (translated === undefined) throw new Error(`There is no webhook ${name}`);
  if (E.isLeft(translated)) expect(translated.left.kind).toBe("anomalous");
  else for (const { content } of translated.right) expect(content).not.toBe("");
});
