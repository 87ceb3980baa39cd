import { alertWords, invitations, profileFields, realm } from "../../web/src/store/organization";
import type { ServerEvent } from "../../web/src/wire/event";
import type { Registration } from "../../web/src/wire/registration";

const registration = {
  realm_name: "Example",
  realm_domains: [{ domain: "example.com", allow_subdomains: false }],
  realm_linkifiers: [],
  realm_user_settings_defaults: { enter_sends: true, color_scheme: 1 },
  custom_profile_fields: [],
  alert_words: ["lunch"],
} as unknown as Registration;

const after = (...events: readonly ServerEvent[]) =>
  events.reduce((state, event) => realm.next(state, event), realm.start(registration));

test("events add, change and remove domains", () => {
  const other = { domain: "example.org", allow_subdomains: true };
  const added = after({ type: "realm_domains", op: "add", realm_domain: other });
  expect(added.realm_domains).toEqual([{ domain: "example.com", allow_subdomains: false }, other]);
  const changed = { domain: "example.com", allow_subdomains: true };
  expect(after({ type: "realm_domains", op: "change", realm_domain: changed }).realm_domains).toEqual([
    changed,
  ]);
  expect(after({ type: "realm_domains", op: "remove", domain: "example.com" }).realm_domains).toEqual([]);
});

test("events replace the playgrounds, default channels and default channel groups", () => {
  const playground = {
    id: 1,
    name: "Run",
    pygments_language: "Python",
    url_template: "https://e.com/{code}",
  };
  const group = { id: 2, name: "Builders", description: "They build", streams: [5] };
  const state = after(
    { type: "realm_playgrounds", realm_playgrounds: [playground] },
    { type: "default_stream_groups", default_stream_groups: [group] },
    { type: "default_streams", default_streams: [5, 6] },
  );
  expect(state).toMatchObject({
    realm_playgrounds: [playground],
    realm_default_stream_groups: [group],
    realm_default_streams: [5, 6],
  });
});

test("events replace the linkifiers, and change default settings one at a time", () => {
  const linkifier = {
    id: 1,
    pattern: "#(?P<id>[0-9]+)",
    url_template: "https://example.com/{id}",
    example_input: null,
    reverse_template: null,
    alternative_url_templates: [],
  };
  expect(after({ type: "realm_linkifiers", realm_linkifiers: [linkifier] }).realm_linkifiers).toEqual([
    linkifier,
  ]);
  const event = { type: "realm_user_settings_defaults", property: "color_scheme", value: 2 } as const;
  expect(after(event).realm_user_settings_defaults).toEqual({ enter_sends: true, color_scheme: 2 });
});

test("events update alert words and profile fields; for invitations they only count changes", () => {
  expect(alertWords.start(registration)).toEqual(["lunch"]);
  expect(alertWords.next(["lunch"], { type: "alert_words", alert_words: [] })).toEqual([]);
  const known = profileFields.start(registration);
  expect(profileFields.next(known, { type: "invites_changed" })).toBe(known);
  expect(invitations.next(0, { type: "invites_changed" })).toBe(1);
  expect(invitations.next(1, { type: "alert_words", alert_words: [] })).toBe(1);
});
