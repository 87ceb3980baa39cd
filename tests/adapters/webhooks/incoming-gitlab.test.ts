import * as E from "fp-ts/Either";
import { gitlabWebhook } from "../../../src/adapters/webhooks/incoming/gitlab";
import type { WebhookDelivery } from "../../../src/application/ports/bots/incoming-webhook";
import * as gitlab from "../../support/builders/webhook-payloads/gitlab";

const delivered = (event: string | undefined, payload: unknown, more: Partial<WebhookDelivery> = {}) =>
  gitlabWebhook.translate({
    payload,
    header: (name) => (name === "X-Gitlab-Event" ? event : undefined),
    options: {},
    hasTopic: false,
    ...more,
  });

const ferry = "https://gitlab.example/boats/ferry";
const issue = "Ferry / issue #4 Leaks";
const merge = "Ferry / MR #4 Leaks";
const mr = `[MR !4](${ferry}/-/merge_requests/4)`;
const nice = "\n\n~~~ quote\nNice\n~~~";

const rows: readonly (readonly [string, object, string, string, string])[] = [
  [
    "Push Hook",
    gitlab.push(),
    "Push Hook",
    "Ferry / main",
    `**Tanuki T** [pushed](${ferry}/-/compare/${"a".repeat(40)}...${"b".repeat(40)}) 2 commits to \`main\`.\n\n* Paint ([ccccccccccc](${ferry}/-/commit/c), Ann)\n* Sail ([ddddddddddd](${ferry}/-/commit/d), Ben)`,
  ],
  [
    "Push Hook",
    gitlab.push({ after: gitlab.none, commits: [] }),
    "Push Hook",
    "Ferry / main",
    "**Tanuki T** deleted the branch `main`.",
  ],
  [
    "Push Hook",
    gitlab.push({ before: gitlab.none, commits: [] }),
    "Push Hook",
    "Ferry / main",
    "**Tanuki T** created the branch `main`.",
  ],
  [
    "Tag Push Hook",
    gitlab.push({ ref: "refs/tags/v1" }),
    "Tag Push Hook",
    "Ferry",
    "**Tanuki T** pushed the tag `v1`.",
  ],
  [
    "Tag Push Hook",
    gitlab.push({ ref: "refs/tags/v1", checkout_sha: null }),
    "Tag Push Hook",
    "Ferry",
    "**Tanuki T** removed the tag `v1`.",
  ],
  ["Test Hook", gitlab.test, "Test Hook", "Ferry", `GitLab's webhook for [Ferry](${ferry}) works.`],
  ...["Issue Hook", "Confidential Issue Hook"].flatMap((hook): [string, object, string, string, string][] => [
    [
      hook,
      gitlab.item("open", { assignees: [{ name: "Ann" }] }),
      `${hook} open`,
      issue,
      `**Tanuki T** opened [issue #4](${ferry}/-/issues/4) (assigned to Ann)\n\n~~~ quote\nWater  inside\n~~~`,
    ],
    [
      hook,
      gitlab.item("close"),
      `${hook} close`,
      issue,
      `**Tanuki T** closed [issue #4](${ferry}/-/issues/4)`,
    ],
    [
      hook,
      gitlab.item("reopen"),
      `${hook} reopen`,
      issue,
      `**Tanuki T** reopened [issue #4](${ferry}/-/issues/4)`,
    ],
    [
      hook,
      gitlab.item("update"),
      `${hook} update`,
      issue,
      `**Tanuki T** updated [issue #4](${ferry}/-/issues/4)`,
    ],
  ]),
  [
    "Note Hook",
    gitlab.note("Commit", { commit: { id: "e".repeat(40), url: "https://c.example" } }),
    "Note Hook Commit",
    "Ferry",
    `**Tanuki T** [commented](${ferry}/note/1) on [eeeeeeeeeee](https://c.example)${nice}`,
  ],
  [
    "Note Hook",
    gitlab.note("MergeRequest", { merge_request: gitlab.about }),
    "Note Hook MergeRequest",
    merge,
    `**Tanuki T** [commented](${ferry}/note/1) on ${mr}${nice}`,
  ],
  ...["Note Hook", "Confidential Note Hook"].map((hook): [string, object, string, string, string] => [
    hook,
    gitlab.note("Issue", { issue: gitlab.about }),
    `${hook} Issue`,
    issue,
    `**Tanuki T** [commented](${ferry}/note/1) on [issue #4](${ferry}/-/issues/4)${nice}`,
  ]),
  [
    "Note Hook",
    gitlab.note("Snippet", { snippet: { id: 8, title: "Knots" } }),
    "Note Hook Snippet",
    "Ferry / snippet #8 Knots",
    `**Tanuki T** [commented](${ferry}/note/1) on [snippet $8](${ferry}/-/snippets/8)${nice}`,
  ],
  [
    "Merge Request Hook",
    gitlab.mergeRequest("open"),
    "Merge Request Hook open",
    merge,
    `**Tanuki T** opened ${mr} from \`paint\` to \`main\`\n\n~~~ quote\nWater  inside\n~~~`,
  ],
  [
    "Merge Request Hook",
    gitlab.mergeRequest("update"),
    "Merge Request Hook update",
    merge,
    `**Tanuki T** updated ${mr}`,
  ],
  [
    "Merge Request Hook",
    gitlab.mergeRequest("update", { oldrev: "f".repeat(40) }),
    "Merge Request Hook update",
    merge,
    `**Tanuki T** pushed to ${mr}`,
  ],
  ...(
    [
      ["approved", "approved"],
      ["approval", "approved"],
      ["unapproved", "took back the approval of"],
      ["unapproval", "took back the approval of"],
      ["merge", "merged"],
      ["close", "closed"],
      ["reopen", "reopened"],
    ] as const
  ).map(([action, verb]): [string, object, string, string, string] => [
    "Merge Request Hook",
    gitlab.mergeRequest(action),
    `Merge Request Hook ${action}`,
    merge,
    `**Tanuki T** ${verb} ${mr}`,
  ]),
  ...(["create", "update", "delete"] as const).map((action): [string, object, string, string, string] => [
    "Wiki Page Hook",
    gitlab.item(action),
    `Wiki Page Hook ${action}`,
    "Ferry",
    `**Tanuki T** ${action}d the wiki page [Leaks](${ferry}/-/issues/4).`,
  ]),
  ...["Job Hook", "Build Hook"].map((hook): [string, object, string, string, string] => [
    hook,
    gitlab.job,
    hook,
    "Ferry / main",
    "The job `test` of the stage check is now: success.",
  ]),
  [
    "Pipeline Hook",
    gitlab.pipeline,
    "Pipeline Hook",
    "Ferry / main",
    `The [pipeline #31](${ferry}/-/pipelines/31) is now: failed.\n\n* \`test\`: failed\n* \`deploy\`: skipped`,
  ],
  [
    "Release Hook",
    gitlab.release,
    "Release Hook",
    "Ferry",
    "The release [One](https://r.example) of the tag `v1`: create.",
  ],
];

test.each(rows)("%s: %#", (event, payload, name, topic, content) => {
  expect(delivered(event, payload)).toEqual(E.right([{ event: name, topic, content }]));
});

test("every selectable event has a case", () => {
  const names = new Set(rows.map(([, , name]) => name));
  expect([...names].sort()).toEqual([...(gitlabWebhook.events ?? [])].sort());
});

test("the text includes titles if the URL sets the topic, and other branches are ignored", () => {
  expect(delivered("Issue Hook", gitlab.item("close"), { hasTopic: true })).toMatchObject(
    E.right([{ content: `**Tanuki T** closed [issue #4: Leaks](${ferry}/-/issues/4)` }]),
  );
  expect(delivered("Push Hook", gitlab.push(), { options: { branches: "develop" } })).toEqual(E.right([]));
});

test.each<[string, object, string]>([
  ["Feature Flag Hook", {}, "Feature Flag Hook"],
  ["Issue Hook", gitlab.item("explode"), "Issue Hook explode"],
  ["constructor", {}, "constructor"],
])("%s has no text yet: %#", (event, payload, name) => {
  expect(delivered(event, payload)).toEqual(E.left({ kind: "unsupported", event: name }));
});

test.each<[string, unknown]>([
  ["Push Hook", 7],
  ["Push Hook", gitlab.push({ project: null })],
  ["Issue Hook", { object_attributes: { action: "open" } }],
])("rejects %s of another shape: %#", (event, payload) => {
  expect(delivered(event, payload)).toEqual(E.left({ kind: "anomalous" }));
});

test("rejects a request without the event header", () => {
  expect(delivered(undefined, gitlab.push())).toEqual(
    E.left({ kind: "no_event_header", header: "X-Gitlab-Event" }),
  );
});
