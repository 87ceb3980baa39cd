import * as E from "fp-ts/Either";
import * as t from "io-ts";
import type { IncomingWebhook } from "../../../application/ports/bots/incoming-webhook";
import { link } from "./notice-text";
import { anomalous } from "./notice-writer";

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
  translate: ({ payload, options }) => {
    const decoded = document.decode(payload);
    if (E.isLeft(decoded)) return E.left(anomalous);
    const { name = "instance", desc = "alertname" } = options;
    const labelled = ({ labels, annotations }: Alert, field: string) =>
      labels?.[field] ?? annotations?.[field];
    const lineOf = (one: Alert) =>
      `${labelled(one, desc) ?? `<missing field: ${desc}>`} (${link("graph", graph(one))})`;
    const topics = new Map<string, Alert[]>();
    for (const one of decoded.right.alerts) {
      const topic = labelled(one, name) ?? "(unknown)";
      const others = topics.get(topic);
      if (others) others.push(one);
      else topics.set(topic, [one]);
    }
    return E.right(
      [...topics].flatMap(([topic, alerts]) =>
        statuses.flatMap((status) => {
          const lines = alerts.filter((one) => one.status === status).map(lineOf);
          if (lines.length === 0) return [];
          const list =
            lines.length === 1 ? ` ${lines[0]}` : `\n${lines.map((line) => `* ${line}`).join("\n")}`;
          return [{ topic, content: `${titles[status]}${list}` }];
        }),
      ),
    );
  },
};
