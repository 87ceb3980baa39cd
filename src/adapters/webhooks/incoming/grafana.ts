import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as t from "io-ts";
import type { IncomingWebhook, WebhookNotice } from "../../../application/ports/bots/incoming-webhook";
import { link } from "./notice-text";
import { decodePayload, maybe } from "./notice-writer";

const texts = t.record(t.string, t.string);
const alert = t.intersection([
  t.type({
    status: t.keyof({ firing: null, resolved: null }),
    labels: texts,
    startsAt: t.string,
    endsAt: t.string,
  }),
  t.partial({
    fingerprint: t.string,
    annotations: maybe(texts),
    values: maybe(t.record(t.string, t.unknown)),
    valueString: maybe(t.string),
    generatorURL: maybe(t.string),
    silenceURL: maybe(t.string),
    imageURL: maybe(t.string),
  }),
]);
const unified = t.type({ alerts: t.array(alert) });
const states = { no_data: null, paused: null, alerting: null, ok: null, pending: null, unknown: null };
const legacy = t.intersection([
  t.type({ title: t.string, ruleName: t.string, ruleUrl: t.string, state: t.keyof(states) }),
  t.partial({
    message: maybe(t.string),
    imageUrl: maybe(t.string),
    evalMatches: maybe(t.array(t.type({ metric: t.string, value: maybe(t.number) }))),
  }),
]);

const icons: Readonly<Record<string, string>> = {
  firing: ":alert:",
  resolved: ":checkbox:",
  alerting: ":alert:",
  ok: ":squared_ok:",
};
const heading = (state: string): string => `${icons[state] ?? ":info:"} **${state.toUpperCase()}**`;

/** A list under a title; false if it is empty. */
const listed = (title: string, entries: readonly (readonly [string, string])[]): string | false =>
  entries.length > 0 && `${title}:\n${entries.map(([name, value]) => `- ${name}: ${value}`).join("\n")}`;

const entriesOf = (values: Readonly<Record<string, unknown>> | null | undefined): [string, string][] =>
  Object.entries(values ?? {}).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);

/** The end time that Grafana sends for alerts that are still firing. */
const noTime = "0001-01-01T00:00:00Z";

const alertNotice = (one: t.TypeOf<typeof alert>): WebhookNotice => {
  const name = one.labels.alertname || undefined;
  const links = [
    one.generatorURL && link("Rule", one.generatorURL),
    one.silenceURL && link("Silence", one.silenceURL),
    one.imageURL && link("Image", one.imageURL),
  ].filter(Boolean);
  const values = entriesOf(one.values);
  const parts = [
    heading(one.status),
    name && `**${name}**`,
    `Firing since <time:${one.startsAt}>.${one.endsAt === noTime ? "" : ` Resolved <time:${one.endsAt}>.`}`,
    listed("Labels", entriesOf(one.labels)),
    values.length > 0 ? listed("Values", values) : one.valueString && `Values:\n${one.valueString}`,
    listed("Annotations", entriesOf(one.annotations)),
    links.join(" · "),
  ];
  return {
    event: one.status,
    topic: `[${name ?? one.fingerprint ?? "alert"}]`,
    content: parts.filter(Boolean).join("\n\n"),
  };
};

const legacyNotice = (one: t.TypeOf<typeof legacy>): WebhookNotice => {
  const parts = [
    heading(one.state),
    link(one.ruleName, one.ruleUrl),
    one.message,
    one.evalMatches?.map(({ metric, value }) => `**${metric}:** ${value ?? "none"}`).join("\n"),
    one.imageUrl && link("Image", one.imageUrl),
  ];
  return { event: one.state, topic: one.title, content: parts.filter(Boolean).join("\n\n") };
};

/** Grafana's alerts, one message each: of unified alerting (version 8 and later) and of legacy rules. */
export const grafanaWebhook: IncomingWebhook = {
  name: "grafana",
  label: "Grafana",
  displayName: "Grafana",
  options: [],
  events: ["ok", "pending", "alerting", "paused", "firing", "resolved"],
  translate: (delivery) =>
    pipe(
      decodePayload(unified, delivery),
      E.map(({ alerts }) => alerts.map(alertNotice)),
      E.orElse(() =>
        pipe(
          decodePayload(legacy, delivery),
          E.map((alert) => [legacyNotice(alert)]),
        ),
      ),
    ),
};
