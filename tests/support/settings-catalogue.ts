import type { Parameters } from "../../src/adapters/http/codecs/parameter";
import { encodeRealmSettings, realmSettingName } from "../../src/adapters/http/encode/realm";
import { encodeUserSettings } from "../../src/adapters/http/encode/user-settings";
import { allEndpoints } from "../../src/adapters/http/endpoints/all";
import { realmLimits } from "../../src/domain/realm";
import {
  ownersPermissions,
  type RealmPermission,
  realmPermissionRules,
} from "../../src/domain/realm-permission";
import { defaultRealmSettings, ownersSettings, type RealmSettings } from "../../src/domain/realm-settings";
import { settingName } from "../../src/domain/setting-name";
import { systemGroupNames } from "../../src/domain/system-group";
import {
  defaultUserSettings,
  settingsWithoutDefault,
  type UserSettings,
} from "../../src/domain/user-settings";
import type { Setting } from "../../web/src/views/settings/setting";

interface Schema {
  readonly type?: string;
  readonly enum?: readonly (string | number)[];
  readonly oneOf?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** How OpenAPI describes what an endpoint takes. */
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

const own = (): readonly Setting[] => {
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

const organization = (): readonly Setting[] => {
  const schemas = schemasOf("/realm");
  return Object.entries(defaultRealmSettings).flatMap(([inside, value]): readonly Setting[] => {
    const name = realmSettingName(inside);
    const schema = schemas[name];
    if (schema === undefined) return [];
    return [
      {
        name,
        ...kindOf(name, schema),
        fallback: encodeRealmSettings({ [inside]: value })[name] as Setting["fallback"],
        ...(name !== settingName(inside) && { audited: settingName(inside) }),
        ...forOwners(ownersSettings.has(inside as keyof RealmSettings)),
      },
    ];
  });
};

const permissions = (): readonly Setting[] =>
  Object.entries(realmPermissionRules).map(([inside, rule]): Setting => {
    const refuses: readonly string[] = rule.refuses;
    const allows: readonly string[] | undefined = "allows" in rule ? rule.allows : undefined;
    return {
      name: settingName(inside),
      kind: "group",
      ...(allows && { choices: systemGroupNames.filter((name) => allows.includes(name)) }),
      ...(refuses.includes("role:everyone") && { membersOnly: true }),
      ...(refuses.includes("role:nobody") && { notNobody: true }),
      fallback: rule.byDefault,
      ...("requiresSystemGroup" in rule && ({ onlySystemGroups: true } as const)),
      ...forOwners(ownersPermissions.has(inside as RealmPermission)),
    };
  });

/** Every setting that people have for themselves or for the organization, as the server declares it. */
export const settingsCatalogue = (): Readonly<Record<"own" | "organization", readonly Setting[]>> => ({
  own: own(),
  organization: [...texts, ...organization(), ...permissions()],
});
