import { stored } from "../codec/stored";
import type { AllowedDomain } from "../domains/allowed-domain";
import type { EmojiEvent } from "../events/emoji-event";
import type { EventOf } from "../events/event-family";
import type { InvitationEvent } from "../events/invitation-event";
import type { PeopleEvent } from "../events/people-event";
import type { Realm } from "../realm/realm";
import { realmSettingsChangeCodec, realmSettingsCodec } from "../realm/realm-settings";
import { userSettingsChangeCodec, userSettingsCodec } from "../users/user-settings";
import type { AuditKind, AuditRecord } from "./audit-entry";
import { type AuditRules, type AuditStep, aboutRealm, consequence, record } from "./audit-rule";
import { auditValues, changedValues, isUnchanged } from "./audit-values";
import { listChanges } from "./list-changes";

type RealmEvents =
  | Extract<
      PeopleEvent,
      {
        type:
          | "realm_created"
          | "realm_changed"
          | "profile_fields_set"
          | "linkifiers_set"
          | "playgrounds_set"
          | "domain_added"
          | "domain_changed"
          | "domain_removed";
      }
    >
  | InvitationEvent
  | EmojiEvent;

export const realmCreated = ({ id, name, subdomain }: Realm): AuditRecord =>
  record("realm_created", { type: "realm", id }, { after: auditValues({ name, subdomain }) });

const realmChanged = (
  { change }: EventOf<RealmEvents, "realm_changed">,
  { before: state }: AuditStep,
): readonly AuditRecord[] => {
  const { realm } = state;
  const target = aboutRealm(state);
  const {
    settings = {},
    permissions = {},
    userDefaults = {},
    pictures = {},
    isDeactivated,
    ...names
  } = change;
  const { renderedDescription: _, ...fields } = names;
  const { announcedUpdate: _announced, ...chosen } = settings;
  const properties = changedValues(
    {
      ...stored(realmSettingsCodec, realm.settings),
      ...realm.permissions,
      name: realm.name,
      description: realm.description,
    },
    { ...stored(realmSettingsChangeCodec, chosen), ...permissions, ...fields },
  );
  const defaults = changedValues(
    stored(userSettingsCodec, realm.userDefaults),
    stored(userSettingsChangeCodec, userDefaults),
  );
  return [
    ...(isDeactivated === undefined
      ? []
      : [record(isDeactivated ? "realm_deactivated" : "realm_reactivated", target)]),
    ...(isUnchanged(properties) ? [] : [record("realm_property_changed", target, properties)]),
    ...(isUnchanged(defaults) ? [] : [record("realm_default_user_settings_changed", target, defaults)]),
    ...(Object.keys(pictures).length === 0
      ? []
      : [
          record("realm_picture_changed", target, {
            after: auditValues({ pictures: Object.keys(pictures) }),
          }),
        ]),
  ];
};

const domainRecord =
  (kind: AuditKind) =>
  (
    { domain: { id, domain, allowSubdomains } }: { readonly domain: AllowedDomain },
    { before }: AuditStep,
  ) => {
    const old = before.domains.get(id);
    return [
      record(
        kind,
        { type: "domain", id },
        {
          before: old ? auditValues({ domain: old.domain, allowSubdomains: old.allowSubdomains }) : {},
          after: kind === "realm_domain_removed" ? {} : auditValues({ domain, allowSubdomains }),
        },
      ),
    ];
  };

/** Audit rules for events about the realm itself. */
export const realmAuditRules: AuditRules<RealmEvents> = {
  realm_created: ({ realm }) => [realmCreated(realm)],
  realm_changed: realmChanged,
  profile_fields_set: ({ fields }, { before }) =>
    listChanges(
      {
        type: "custom_profile_field",
        added: "custom_profile_field_added",
        changed: "custom_profile_field_changed",
        removed: "custom_profile_field_removed",
        reordered: "custom_profile_fields_reordered",
      },
      before.profileFields,
      fields,
      before.realm.id,
    ),
  linkifiers_set: ({ linkifiers }, { before }) =>
    listChanges(
      {
        type: "linkifier",
        added: "realm_linkifier_added",
        changed: "realm_linkifier_changed",
        removed: "realm_linkifier_removed",
        reordered: "realm_linkifiers_reordered",
      },
      before.linkifiers,
      linkifiers,
      before.realm.id,
    ),
  playgrounds_set: ({ playgrounds }, { before }) =>
    listChanges(
      {
        type: "playground",
        added: "realm_playground_added",
        changed: "realm_playground_changed",
        removed: "realm_playground_removed",
      },
      before.playgrounds,
      playgrounds,
      before.realm.id,
    ),
  domain_added: domainRecord("realm_domain_added"),
  domain_changed: domainRecord("realm_domain_changed"),
  domain_removed: domainRecord("realm_domain_removed"),
  emoji_added: ({ emoji: { id, name } }) => [
    record("realm_emoji_added", { type: "emoji", id }, { after: auditValues({ name }) }),
  ],
  emoji_deactivated: ({ emojiId }, { before }) => [
    record(
      "realm_emoji_removed",
      { type: "emoji", id: emojiId },
      { before: auditValues({ name: before.emoji.get(emojiId)?.name }) },
    ),
  ],
  invitations_made: ({ invitations }) =>
    invitations.map(({ id, email, role, channelIds, groupIds, expiresAt }) =>
      record(
        "user_invited",
        { type: "invitation", id },
        { after: auditValues({ email, role, channelIds, groupIds, expiresAt }) },
      ),
    ),
  invitation_mailed: consequence,
  // A used invitation is followed by a user_created event.
  invitations_closed: ({ invitationIds, status }, { before }) =>
    status === "used"
      ? []
      : invitationIds.map((id) =>
          record(
            "invitation_revoked",
            { type: "invitation", id },
            { before: auditValues({ email: before.invitations.get(id)?.email }) },
          ),
        ),
};
