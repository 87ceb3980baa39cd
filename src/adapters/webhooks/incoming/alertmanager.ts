import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as t from "io-ts";
import type {
  IncomingWebhook,
  WebhookDelivery,
  WebhookNotice,
} from "../../../application/ports/bots/incoming-webhook";
import { groupedBy } from "../../../domain/collections/grouped-by";
import { link } from "./notice-text";
import { decodePayload } from "./notice-writer";

const values = t.record(t.string, t.string);
const alert = t.intersection([
  t.type({ status: t.keyof({ firing: null, resolved: null }), generatorURL: t.string }),
  t.partial({ labels: values, annotations: values }),
]);
type Alert = t.TypeOf<typeof alert>;
const document = t.type({ alerts: t.array(alert) });

const titles = { firing: ":alert: **FIRING**", resolved: ":squared_ok: **Resolved**" } as const;
const statuses = ["firing", "resolved"] as const;

/** Links to Prometheus' graph tab instead of its table tab. */
const graph = ({ generatorURL }: Alert): string => generatorURL.replace("tab=1", "tab=0");

/**
 * Alerts of Prometheus' Alertmanager. Each instance has a topic, with one message for firing alerts and one for
 * resolved ones. The URL options `name` and `desc` choose other labels or annotations for the topic and the text.
 */
export const alertmanagerWebhook: IncomingWebhook = {
  name: "alertmanager",
  label: "Alertmanager",
  displayName: "Prometheus Alertmanager",
  events: null,
  options: [
    { key: "name", label: "Label or annotation for the topic", input: "text" },
    { key: "desc", label: "Label or annotation for the text", input: "text" },
  ],
  translate: (delivery) =>
    pipe(
      decodePayload(document, delivery),
      E.map(({ alerts }) => noticesAbout(alerts, delivery.options)),
    ),
};

const labelled = ({ labels, annotations }: Alert, field: string) => labels?.[field] ?? annotations?.[field];

const noticesAbout = (
  alerts: readonly Alert[],
  { name = "instance", desc = "alertname" }: WebhookDelivery["options"],
): readonly WebhookNotice[] => {
  const lineOf = (one: Alert) =>
    `${labelled(one, desc) ?? `<missing field: ${desc}>`} (${link("graph", graph(one))})`;
  const byTopic = groupedBy(alerts, (one) => labelled(one, name) ?? "(unknown)");
  return [...byTopic].flatMap(([topic, alertsInTopic]) =>
    statuses.flatMap((status) => {
      const lines = alertsInTopic.filter((one) => one.status === status).map(lineOf);
      return lines.length === 0 ? [] : [{ topic, content: `${titles[status]}${listOf(lines)}` }];
    }),
  );
};

const listOf = (lines: readonly string[]): string =>
  lines.length === 1 ? ` ${lines[0]}` : `\n${lines.map((line) => `* ${line}`).join("\n")}`;
