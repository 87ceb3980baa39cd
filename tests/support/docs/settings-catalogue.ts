import { allEndpoints } from "../../../src/adapters/http/endpoints/all";
import type { Parameters } from "../../../src/adapters/zulip-wire/codecs/parameter";
import { encodeRealmSettings } from "../../../src/adapters/zulip-wire/encode/realm";
import { encodeUserSettings } from "../../../src/adapters/zulip-wire/encode/user-settings";
import { settingName } from "../../../src/adapters/zulip-wire/setting-names";
import { auditValues } from "../../../src/domain/audit/audit-values";
import { channelLimits, channelPermissionRules } from "../../../src/domain/channels/channel";
import { stored } from "../../../src/domain/codec/stored";
import type { GroupSettingRule } from "../../../src/domain/groups/group-setting-rule";
import { systemGroupNames } from "../../../src/domain/groups/system-group";
import { groupPermissionRules } from "../../../src/domain/groups/user-group";
import { realmLimits } from "../../../src/domain/realm/realm";
import {
  ownersPermissions,
  type RealmPermission,
  realmPermissionRules,
} from "../../../src/domain/realm/realm-permission";
import {
  defaultRealmSettings,
  ownersSettings,
  type RealmSettings,
  realmSettingsChangeCodec,
} from "../../../src/domain/realm/realm-settings";
import {
  defaultUserSettings,
  settingsWithoutDefault,
  type UserSettings,
} from "../../../src/domain/users/user-settings";
import type { Setting } from "../../../web/src/views/settings/catalogue/setting";

interface Schema {
  readonly type?: string;
  readonly enum?: readonly (string | number)[];
  readonly oneOf?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** How OpenAPI describes what an endpoint accepts. */
const schemasOf = (at: string): Readonly<Record<string, Schema>> => {
  const declared = allEndpoints(false).find((one) => one.at === at && one.method === "patch");
  return Object.fromEntries(
    Object.entries((declared?.params ?? {}) as Parameters).map(([name, { type }]) => [
      name,
      type.schema as Schema,
    ]),
  );
};

type Kind = Pick<Setting, "kind" | "choices" | "least" | "most">;

const kindOf = (name: string, schema: Schema): Kind => {
  if (/_(?:channel|stream)_id$/.test(name)) return { kind: "channel" };
  if (schema.oneOf) return { kind: "limit" };
  if (schema.enum) return { kind: "choice", choices: schema.enum };
  if (schema.type === "boolean") return { kind: "switch" };
  if (schema.type === "string") return { kind: "text" };
  const { minimum: least, maximum: most } = schema;
  return {
    kind: "number",
    ...(least !== undefined && { least }),
    ...(most !== undefined && { most }),
  };
};

const user = (): readonly Setting[] => {
  const schemas = schemasOf("/settings");
  return Object.entries(defaultUserSettings).map(([inside, value]): Setting => {
    const name = settingName(inside);
    return {
      name,
      ...kindOf(name, schemas[name] ?? {}),
      fallback: encodeUserSettings({ [inside]: value })[name] as Setting["fallback"],
      ...(settingsWithoutDefault.has(inside as keyof UserSettings) && { hasNoDefault: true }),
    };
  });
};

const forOwners = (isOwners: boolean) => isOwners && ({ forOwners: true } as const);

const texts: readonly Setting[] = [
  { name: "name", kind: "text", most: realmLimits.nameLength, fallback: "" },
  { name: "description", kind: "text", most: realmLimits.descriptionLength, fallback: "" },
];

/** The audit log names settings as they are stored. */
const auditedName = (inside: string, value: unknown): string =>
  Object.keys(auditValues(stored(realmSettingsChangeCodec, { [inside]: value }))).join();

const organization = (): readonly Setting[] => {
  const schemas = schemasOf("/realm");
  return Object.entries(defaultRealmSettings).flatMap(([inside, value]): readonly Setting[] => {
    const name = settingName(inside);
    const schema = schemas[name];
    if (schema === undefined) return [];
    return [
      {
        name,
        ...kindOf(name, schema),
        fallback: encodeRealmSettings({ [inside]: value })[name] as Setting["fallback"],
        ...(auditedName(inside, value) !== name && { audited: auditedName(inside, value) }),
        ...forOwners(ownersSettings.has(inside as keyof RealmSettings)),
      },
    ];
  });
};

/** Refusals for which a setting has its own text. */
const usuallyRefused: readonly string[] = ["role:internet", "role:everyone", "role:nobody"];

/** The system groups that are allowed, if only some are or an unusual one isn't. */
const choicesOf = ({ refuses, allows }: GroupSettingRule): Pick<Setting, "choices"> => {
  if (allows) return { choices: systemGroupNames.filter((name) => allows.includes(name)) };
  return refuses.every((name) => usuallyRefused.includes(name))
    ? {}
    : { choices: systemGroupNames.filter((name) => !refuses.includes(name)) };
};

const permissions = (rules: Readonly<Record<string, GroupSettingRule>>): readonly Setting[] =>
  Object.entries(rules).map(([inside, rule]) => ({
    name: settingName(inside),
    kind: "group",
    ...choicesOf(rule),
    ...(rule.refuses.includes("role:everyone") && { membersOnly: true as const }),
    ...(rule.refuses.includes("role:nobody") && { notNobody: true as const }),
    fallback: rule.byDefault,
    ...(rule.requiresSystemGroup && { onlySystemGroups: true as const }),
  }));

const realmPermissions = (): readonly Setting[] =>
  Object.keys(realmPermissionRules).flatMap((inside) =>
    permissions({ [inside]: realmPermissionRules[inside as RealmPermission] }).map((one) => ({
      ...one,
      ...forOwners(ownersPermissions.has(inside as RealmPermission)),
    })),
  );

/** Three settings of the API are one choice in the client, and archiving a channel is a separate action. */
const notOfChannels = new Set([
  "is_private",
  "is_web_public",
  "history_public_to_subscribers",
  "is_archived",
]);

const channelKinds: Readonly<Record<string, Kind>> = {
  new_name: { kind: "text", most: channelLimits.nameLength },
  description: { kind: "text", most: channelLimits.descriptionLength },
  folder_id: { kind: "folder" },
  message_retention_days: { kind: "retention" },
};

const channel = (): readonly Setting[] => {
  const rules = permissions(channelPermissionRules);
  const permissionNames = new Set(rules.map(({ name }) => name));
  const plain = Object.entries(schemasOf("/streams/{stream_id}")).filter(
    ([name]) => !notOfChannels.has(name) && !permissionNames.has(name),
  );
  const falls: Readonly<Record<string, Setting["fallback"]>> = {
    new_name: "",
    description: "",
    folder_id: null,
    message_retention_days: null,
    topics_policy: "inherit",
  };
  return [
    {
      name: "privacy",
      kind: "sentence",
      choices: ["public", "shared", "protected", "web-public"],
      fallback: "public",
    },
    ...plain.map(([name, schema]): Setting => {
      const fallback = falls[name];
      return {
        name: name === "new_name" ? "name" : name,
        ...(channelKinds[name] ?? kindOf(name, schema)),
        fallback: fallback === undefined ? false : fallback,
        ...forOwners(name === "message_retention_days"),
      };
    }),
    ...rules,
  ];
};

const group = (): readonly Setting[] => [
  { name: "name", kind: "text", most: 100, fallback: "" },
  { name: "description", kind: "text", fallback: "" },
  ...permissions(groupPermissionRules),
];

type Owner = "user" | "organization" | "channel" | "group";

/** Every setting that exists, for users, the organization, channels and groups, as the server declares it. */
export const settingsCatalogue = (): Readonly<Record<Owner, readonly Setting[]>> => ({
  user: user(),
  organization: [...texts, ...organization(), ...realmPermissions()],
  channel: channel(),
  group: group(),
});
