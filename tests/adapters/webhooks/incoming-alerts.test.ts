import * as E from "fp-ts/Either";
import { alertmanagerWebhook } from "../../../src/adapters/webhooks/incoming/alertmanager";
import { grafanaWebhook } from "../../../src/adapters/webhooks/incoming/grafana";
import { jsonWebhook } from "../../../src/adapters/webhooks/incoming/json";
import { slackWebhook } from "../../../src/adapters/webhooks/incoming/slack";
import type { IncomingWebhook } from "../../../src/application/ports/bots/incoming-webhook";

const translate = (
  webhook: IncomingWebhook,
  payload: unknown,
  options: Readonly<Record<string, string>> = {},
) => webhook.translate({ payload, options, header: () => undefined, hasTopic: false });
const anomalous = E.left({ kind: "anomalous" });

describe("Alertmanager", () => {
  const alert = (status: string, instance: string, alertname: string) => ({
    status,
    labels: { instance, alertname, job: "node" },
    annotations: { summary: `${alertname} here` },
    generatorURL: `http://prometheus.example/graph?g0.expr=${alertname}&g0.tab=1`,
    startsAt: "2026-01-01T00:00:00Z",
  });
  const graph = (name: string) => `([graph](http://prometheus.example/graph?g0.expr=${name}&g0.tab=0))`;
  const payload = {
    version: "4",
    alerts: [
      alert("firing", "db1", "Disk"),
      alert("resolved", "db1", "Load"),
      alert("firing", "db1", "Heat"),
      alert("firing", "db2", "Disk"),
    ],
  };

  test("each instance has a topic with a message per state", () => {
    expect(translate(alertmanagerWebhook, payload)).toEqual(
      E.right([
        { topic: "db1", content: `:alert: **FIRING**\n* Disk ${graph("Disk")}\n* Heat ${graph("Heat")}` },
        { topic: "db1", content: `:squared_ok: **Resolved** Load ${graph("Load")}` },
        { topic: "db2", content: `:alert: **FIRING** Disk ${graph("Disk")}` },
      ]),
    );
  });

  test("the labels and annotations can be chosen, and may be missing", () => {
    const one = { alerts: [alert("firing", "db1", "Disk")] };
    expect(translate(alertmanagerWebhook, one, { name: "job", desc: "summary" })).toEqual(
      E.right([{ topic: "node", content: `:alert: **FIRING** Disk here ${graph("Disk")}` }]),
    );
    expect(translate(alertmanagerWebhook, one, { name: "none", desc: "none" })).toEqual(
      E.right([{ topic: "(unknown)", content: `:alert: **FIRING** <missing field: none> ${graph("Disk")}` }]),
    );
  });

  test.each([{}, [], { alerts: [{ status: "firing" }] }, { alerts: [{ ...alert("on", "a", "b") }] }])(
    "rejects another shape: %#",
    (other) => {
      expect(translate(alertmanagerWebhook, other)).toEqual(anomalous);
    },
  );
});

describe("Grafana", () => {
  const alert = {
    status: "firing",
    labels: { alertname: "Heat", zone: "a" },
    annotations: { summary: "Too warm" },
    startsAt: "2026-01-01T10:00:00Z",
    endsAt: "0001-01-01T00:00:00Z",
    fingerprint: "f1",
    values: { B: 22.5 },
    generatorURL: "https://g.example/rule",
    silenceURL: "https://g.example/silence",
  };

  test("each alert of unified alerting has a message", () => {
    const resolved = {
      status: "resolved",
      labels: {},
      startsAt: alert.startsAt,
      endsAt: "2026-01-01T11:00:00Z",
      fingerprint: "f2",
      valueString: "[ var='A' ]",
      imageURL: "https://g.example/image",
    };
    expect(translate(grafanaWebhook, { alerts: [alert, resolved] })).toEqual(
      E.right([
        {
          event: "firing",
          topic: "[Heat]",
          content:
            ":alert: **FIRING**\n\n**Heat**\n\nFiring since <time:2026-01-01T10:00:00Z>.\n\nLabels:\n- alertname: Heat\n- zone: a\n\nValues:\n- B: 22.5\n\nAnnotations:\n- summary: Too warm\n\n[Rule](https://g.example/rule) · [Silence](https://g.example/silence)",
        },
        {
          event: "resolved",
          topic: "[f2]",
          content:
            ":checkbox: **RESOLVED**\n\nFiring since <time:2026-01-01T10:00:00Z>. Resolved <time:2026-01-01T11:00:00Z>.\n\nValues:\n[ var='A' ]\n\n[Image](https://g.example/image)",
        },
      ]),
    );
  });

  test.each([
    ["alerting", ":alert: **ALERTING**"],
    ["ok", ":squared_ok: **OK**"],
    ["pending", ":info: **PENDING**"],
  ])("an alert of an older server is %s", (state, heading) => {
    const payload = {
      title: "[Alerting] Heat",
      ruleName: "Heat",
      ruleUrl: "https://g.example/1",
      state,
      message: "Look",
      evalMatches: [
        { metric: "a", value: 3 },
        { metric: "b", value: null },
      ],
    };
    expect(translate(grafanaWebhook, payload)).toEqual(
      E.right([
        {
          event: state,
          topic: "[Alerting] Heat",
          content: `${heading}\n\n[Heat](https://g.example/1)\n\nLook\n\n**a:** 3\n**b:** none`,
        },
      ]),
    );
  });

  test.each([{}, { alerts: [{}] }, { title: "x", ruleName: "x", ruleUrl: "x", state: "odd" }])(
    "rejects another shape: %#",
    (other) => {
      expect(translate(grafanaWebhook, other)).toEqual(anomalous);
    },
  );
});

describe("Slack", () => {
  const textOf = (payload: object) => translate(slackWebhook, payload);
  const words = (text: string) => ({ type: "mrkdwn", text });

  test.each<[string, object, string]>([
    ["plain text", { text: "hello" }, "hello"],
    ["an icon", { text: "hello", icon_emoji: ":car:" }, ":car: hello"],
    [
      "bold, slanted and linked",
      { text: "*b* _i_ <https://a.example|there> <https://b.example>" },
      "**b** *i* [there](https://a.example) https://b.example",
    ],
    ["signs that are none", { text: "2*3*4 snake_case_name" }, "2*3*4 snake_case_name"],
    [
      "blocks",
      {
        text: "fallback",
        blocks: [
          { type: "header", text: { type: "plain_text", text: "Title" } },
          { type: "divider" },
          {
            type: "section",
            text: words("One"),
            accessory: { type: "button" },
            fields: [words("a|b"), words("c"), words("d")],
          },
          { type: "section", fields: [words("alone")] },
          {
            type: "context",
            elements: [words("by"), { type: "image", image_url: "https://i.example", alt_text: "me" }],
          },
          {
            type: "image",
            image_url: "https://p.example",
            alt_text: "alt",
            title: { type: "plain_text", text: "Pic" },
          },
          { type: "actions", elements: [] },
        ],
      },
      "## Title\n\n----\n\nOne\n\n| | |\n|-|-|\n| a b | c |\n| d |  |\n\nalone\n\nby\n\n[me](https://i.example)\n\n[Pic](https://p.example)",
    ],
    [
      "attachments",
      {
        attachments: [
          {
            title: "T",
            title_link: "https://t.example",
            pretext: "before",
            text: "inside",
            footer: "end",
            ts: 1_700_000_000,
            fields: [{ title: "A", value: "1" }, { title: "B" }, { value: "2" }],
            image_url: "https://i.example",
          },
          { title: "Only", text: null },
        ],
      },
      "## [T](https://t.example)\n\nbefore\n\ninside\n\n**A**: 1\n**B**\n2\n\n[image](https://i.example)\n\nend\n\n<time:1700000000>\n\n## Only",
    ],
  ])("%s", (_what, payload, content) => {
    expect(textOf(payload)).toEqual(E.right([{ topic: "(no topic)", content }]));
  });

  test("the channel becomes the topic, and an empty message is ignored", () => {
    expect(textOf({ text: "x", channel: "#ops" })).toEqual(E.right([{ topic: "ops", content: "x" }]));
    expect(textOf({ text: " " })).toEqual(E.right([]));
    expect(textOf({})).toEqual(E.right([]));
  });

  test.each([{ text: 5 }, { blocks: [{ type: "unheard of" }] }, "text", { blocks: "x" }])(
    "rejects another shape: %#",
    (payload) => {
      expect(translate(slackWebhook, payload)).toEqual(anomalous);
    },
  );
});

test("any JSON document is shown unchanged", () => {
  expect(translate(jsonWebhook, { b: [1, null], a: "x" })).toEqual(
    E.right([{ topic: "JSON", content: '```json\n{\n  "b": [\n    1,\n    null\n  ],\n  "a": "x"\n}\n```' }]),
  );
});
