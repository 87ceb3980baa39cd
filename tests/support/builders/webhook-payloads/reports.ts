import * as github from "./github";
import * as gitlab from "./gitlab";

/** A report that an integration understands: its name, the kind of event if a header says so, and the document. */
export type Report = readonly [integration: string, event: string, payload: unknown];

const { inRepository } = github;

const ofGithub: readonly (readonly [event: string, payload: unknown])[] = [
  ["push", github.push()],
  ["push", github.push({ ref: "refs/tags/v1", created: true })],
  ["push", github.push({ deleted: true, commits: [] })],
  ["pull_request", github.pullRequest("opened")],
  ["pull_request", github.pullRequest("assigned", { assignee: github.member })],
  ["pull_request", github.pullRequest("review_requested", { requested_team: { name: "cartographers" } })],
  [
    "pull_request_review",
    github.pullRequest("submitted", {
      review: { state: "approved", body: "Good", html_url: "https://r.example" },
    }),
  ],
  ["pull_request_review_comment", github.pullRequest("created", { comment: github.comment })],
  ["issues", github.issue("opened")],
  ["issues", github.issue("labeled", { label: { name: "bug" } })],
  ["issue_comment", github.issue("created", { comment: github.comment })],
  ["commit_comment", inRepository({ action: "created", comment: github.comment })],
  ["discussion", inRepository({ action: "created", discussion: github.discussion })],
  [
    "discussion_comment",
    inRepository({ action: "created", discussion: github.discussion, comment: github.comment }),
  ],
  ["create", inRepository({ ref: "x", ref_type: "branch" })],
  ["delete", inRepository({ ref: "x", ref_type: "tag" })],
  ["fork", inRepository({ forkee: { full_name: "hub/tiles", html_url: "https://f.example" } })],
  ["release", inRepository({ action: "published", release: github.release })],
  ["check_run", inRepository({ action: "completed", check_run: github.check })],
  ["deployment", inRepository({ deployment: { environment: "production" } })],
  ["gollum", inRepository({ pages: [{ action: "edited", title: "Home", html_url: "https://w.example" }] })],
  ["member", inRepository({ action: "added", member: github.member })],
  ["team_add", inRepository({ team: { name: "cartographers" } })],
];

const ofGitlab: readonly (readonly [event: string, payload: unknown])[] = [
  ["Push Hook", gitlab.push()],
  ["Tag Push Hook", gitlab.push({ ref: "refs/tags/v1" })],
  ["Issue Hook", gitlab.item("open", { assignees: [{ name: "Ann" }] })],
  ["Note Hook", gitlab.note("Commit", { commit: { id: "e".repeat(40), url: "https://c.example" } })],
  ["Note Hook", gitlab.note("Issue", { issue: gitlab.about })],
  ["Note Hook", gitlab.note("MergeRequest", { merge_request: gitlab.about })],
  ["Note Hook", gitlab.note("Snippet", { snippet: { id: 8, title: "Knots" } })],
  ["Merge Request Hook", gitlab.mergeRequest("open")],
  ["Pipeline Hook", gitlab.pipeline],
  ["Job Hook", gitlab.job],
  ["Release Hook", gitlab.release],
];

const words = (text: string) => ({ type: "mrkdwn", text });
const ofSlack: readonly unknown[] = [
  { text: "*b* _i_ <https://a.example|there>", icon_emoji: ":car:", channel: "#ops" },
  {
    text: "fallback",
    blocks: [
      { type: "header", text: { type: "plain_text", text: "Title" } },
      { type: "section", text: words("One"), fields: [words("a|b"), words("c")] },
      {
        type: "context",
        elements: [words("by"), { type: "image", image_url: "https://i.example", alt_text: "me" }],
      },
      {
        type: "image",
        image_url: "https://p.example",
        alt_text: "alt",
        title: { type: "plain_text", text: "P" },
      },
    ],
  },
  {
    attachments: [
      {
        title: "T",
        title_link: "https://t.example",
        pretext: "before",
        text: "inside",
        footer: "end",
        fields: [{ title: "A", value: "1" }],
        image_url: "https://i.example",
      },
    ],
  },
];

const ofAlertmanager = {
  alerts: [
    {
      status: "firing",
      labels: { instance: "db1", alertname: "Disk" },
      annotations: { description: "Full", summary: "Full" },
      generatorURL: "http://prometheus.example/graph?g0.expr=Disk&g0.tab=1",
    },
  ],
};

const ofGrafana: readonly unknown[] = [
  {
    alerts: [
      {
        status: "resolved",
        labels: { alertname: "Heat", zone: "a" },
        annotations: { summary: "Too warm" },
        startsAt: "2026-01-01T10:00:00Z",
        endsAt: "2026-01-01T11:00:00Z",
        fingerprint: "f1",
        valueString: "[ var='A' ]",
        generatorURL: "https://g.example/rule",
        silenceURL: "https://g.example/silence",
        imageURL: "https://g.example/image",
      },
    ],
  },
  {
    title: "[Alerting] Heat",
    ruleName: "Heat",
    ruleUrl: "https://g.example/1",
    state: "alerting",
    message: "Look",
    imageUrl: "https://g.example/2",
    evalMatches: [{ metric: "a", value: 3 }],
  },
];

/** At least one report for each form of message. */
export const reports: readonly Report[] = [
  ...ofGithub.map(([event, payload]): Report => ["github", event, payload]),
  ...ofGitlab.map(([event, payload]): Report => ["gitlab", event, payload]),
  ...ofSlack.map((payload): Report => ["slack_incoming", "", payload]),
  ["alertmanager", "", ofAlertmanager],
  ...ofGrafana.map((payload): Report => ["grafana", "", payload]),
  ["json", "", { a: ["b"] }],
];
