import type { FuzzedServer } from "../fuzz/fuzzed-server";

/** What endpoints with an id in their path find under the number 1. */
const made: readonly (readonly [path: string, form: Readonly<Record<string, string>>])[] = [
  ["/drafts", { drafts: '[{"type":"","to":[],"topic":"a","content":"a"}]' }],
  ["/saved_snippets", { title: "a", content: "a" }],
  [
    "/scheduled_messages",
    { type: "direct", to: "[1]", content: "a", scheduled_delivery_timestamp: "4000000000" },
  ],
  ["/reminders", { message_id: "1", scheduled_delivery_timestamp: "4000000000", note: "a" }],
  ["/navigation_views", { fragment: "inbox", is_pinned: "true" }],
  ["/channel_folders/create", { name: "a", description: "a" }],
  ["/realm/filters", { pattern: "#(?P<id>[0-9]+)", url_template: "https://example.com/{id}" }],
  [
    "/realm/playgrounds",
    { name: "a", pygments_language: "Python", url_template: "https://example.com/{code}" },
  ],
  ["/realm/profile_fields", { name: "a", field_type: "1" }],
  ["/realm/domains", { domain: "example.com", allow_subdomains: "true" }],
  ["/invites", { invitee_emails: "new@example.com", stream_ids: "[]" }],
  ["/invites/multiuse", {}],
  ["/user_groups/create", { name: "a", description: "a", members: "[1]" }],
];

/** Makes one of each kind of thing. */
export const stock = async (server: FuzzedServer): Promise<readonly string[]> => {
  const Authorization = await server.authorizationOf(1);
  const refused: string[] = [];
  for (const [path, form] of made) {
    const body = new URLSearchParams(form);
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/v1${path}`, {
      method: "POST",
      headers: { Authorization },
      body,
    });
    if (!answer.ok) refused.push(`${path}: ${await answer.text()}`);
  }
  return refused;
};
