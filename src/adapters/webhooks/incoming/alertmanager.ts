import { isLeft, left, right } from "fp-ts/Either";
import * as t from "io-ts";
import type { IncomingWebhook } from "../../../application/ports/incoming-webhook";
import { anomalous } from "./reading";
import { link } from "./words";

const values = t.record(t.string, t.string);
const alert = t.intersection([
  t.type({ status: t.keyof({ firing: null, resolved: null }), generatorURL: t.string }),
  t.partial({ labels: values, annotations: values }),
]);
type Alert = t.TypeOf<typeof alert>;
const document = t.type({ alerts: t.array(alert) });

const titles = { firing: ":alert: **FIRING**", resolved: ":squared_ok: **Resolved**" } as const;
const statuses = ["firing", "resolved"] as const;

/** Prometheus shows a graph where the first tab would be a table. */
const graph = ({ generatorURL }: Alert): string => generatorURL.replace("tab=1", "tab=0");

/**
 * Alerts of Prometheus' Alertmanager: a topic for each instance, and in it a message for what is firing and one for
 * what is resolved. `name` and `desc` in the URL choose other labels or annotations for the topic and the text.
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
  translate: ({ payload, options }) => {
    const decoded = document.decode(payload);
    if (isLeft(decoded)) return left(anomalous);
    const { name = "instance", desc = "alertname" } = options;
    const labelled = ({ labels, annotations }: Alert, field: string) =>
      labels?.[field] ?? annotations?.[field];
    const lineOf = (one: Alert) =>
      `${labelled(one, desc) ?? `<missing field: ${desc}>`} (${link("graph", graph(one))})`;
    const topics = new Map<string, Alert[]>();
    for (const one of decoded.right.alerts) {
      const topic = labelled(one, name) ?? "(unknown)";
      topics.set(topic, [...(topics.get(topic) ?? []), one]);
    }
    return right(
      [...topics].flatMap(([topic, alerts]) =>
        statuses.flatMap((status) => {
          const lines = alerts.filter((one) => one.status === status).map(lineOf);
          if (lines.length === 0) return [];
          const rest =
            lines.length === 1 ? ` ${lines[0]}` : `\n${lines.map((line) => `* ${line}`).join("\n")}`;
          return [{ topic, content: `${titles[status]}${rest}` }];
        }),
      ),
    );
  },
};
